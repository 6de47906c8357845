// A plugin of the bundler: a built file asks modules of Node only for the names that it uses.
import { isBuiltin } from 'node:module'
import { promisify } from 'node:util'

/**
 * `import 'node:fs'` asks a module of Node for all its names, and behind some of them is more code: behind `node:http` the
 * whole of fetch. Together that is a fifth of a short command. Here each name is asked for only if it is used.
 */
export const namesInUse = {
  name: 'names-in-use',
  resolveId(id, _, { kind }) {
    if (id.startsWith('\0node:')) return id
    const isOurs = isBuiltin(id) && id !== 'node:module' && kind !== 'require-call'
    return isOurs ? `\0node:${id.replace(/^node:/, '')}` : null
  },
  load(id) {
    if (!id.startsWith('\0node:')) return null
    const [builtin, name] = id.slice(1).split('?')
    const code = name === undefined ? namesOf(builtin) : nameOf(builtin, name)
    return { code, moduleSideEffects: false }
  },
}

/** A function of these modules loads its module when it is called: most commands need none of them, and each takes 3 to 10 ms. */
const LATE = new Set(['node:child_process', 'node:crypto', 'node:http', 'node:zlib'])

const whole = (builtin) => `process.getBuiltinModule('${builtin}')`

const nameOf = (builtin, name) =>
  `export const ${name} = /* @__PURE__ */ (() => ${whole(builtin)}.${name})()`

function namesOf(builtin) {
  const all = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(builtin)))
  const names = all.filter(([name]) => name !== 'default' && /^[A-Za-z_]\w*$/.test(name))
  if (!LATE.has(builtin))
    return [
      ...names.map(([name]) => nameOf(builtin, name)),
      `export default /* @__PURE__ */ (() => ${whole(builtin)})()`,
    ].join('\n')
  const getters = names.map(([name]) => `get ${name}() { return ${whole(builtin)}.${name} }`)
  return [
    ...names.map((named) => lateNameOf(builtin, named)),
    `export default { ${getters.join(', ')} }`,
  ].join('\n')
}

/** A class or a value can only be loaded at once, so it is a module of its own, which nothing loads that does not use it. */
function lateNameOf(builtin, [name, { value }]) {
  if (typeof value !== 'function' || !/^[a-z]/.test(name))
    return `export { ${name} } from '\0${builtin}?${name}'`
  const late = `(...args) => ${whole(builtin)}.${name}(...args)`
  return `export const ${name} = ${value[promisify.custom] === undefined ? late : promised(builtin, name, late)}`
}

/** `promisify(execFile)` resolves with both outputs, because the function carries another one for that. */
const promised = (builtin, name, late) =>
  `/* @__PURE__ */ Object.defineProperty(${late}, Symbol.for('nodejs.util.promisify.custom'), { get: () => ${whole(builtin)}.${name}[Symbol.for('nodejs.util.promisify.custom')] })`
