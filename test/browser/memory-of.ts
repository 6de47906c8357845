/** What a page keeps in memory, after everything that nobody holds has been collected. */
import type { CDPSession, Page } from 'playwright-core'

export interface Memory {
  /** Bytes of JavaScript, with the code of V8, which grows for a while by itself. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
  readonly canvases: number
  /** Of WebGL, lost or not. */
  readonly contexts: number
  /** Geometries, attributes, materials, textures, meshes and scenes of three. */
  readonly three: number
}

export async function memoryOf(page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  try {
    for (let time = 0; time < 3; time++) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners, documents } = await devtools.send('Memory.getDOMCounters')
    return {
      heap: usedSize,
      nodes,
      listeners: jsEventListeners,
      documents,
      canvases: await count(devtools, 'HTMLCanvasElement', ALL),
      contexts: await count(devtools, 'WebGL2RenderingContext', ALL),
      three: await count(devtools, 'Object', OF_THREE),
    }
  } finally {
    await devtools.detach()
  }
}

const ALL = 'function () { return this.length }'

/** three marks its objects by properties such as `isMesh`. */
const OF_THREE = `function () {
  const marks = ['isBufferGeometry', 'isBufferAttribute', 'isMaterial', 'isTexture', 'isObject3D']
  return this.filter((one) => marks.some((mark) => Object.hasOwn(one, mark))).length
}`

/** Of all living objects with this prototype. */
async function count(devtools: CDPSession, type: string, counting: string): Promise<number> {
  const objectGroup = 'memory'
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `${type}.prototype`,
    objectGroup,
  })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId!,
    objectGroup,
  })
  const { result: counted } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: counting,
    returnByValue: true,
  })
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup })
  return counted.value as number
}
