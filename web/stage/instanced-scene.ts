/** What the hall is compared with: as many lit balls, drawn the usual way, as one InstancedMesh. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three'

export interface InstancedScene {
  /** Draws one frame, a little turned; waits until it is on the canvas. */
  draw(turned: number): void
  dispose(): void
}

/** The balls are as large on the screen as the orbs of the hall. */
export function openInstancedScene(
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
  radius: number,
): InstancedScene {
  const renderer = new WebGLRenderer({ alpha: true, antialias: false })
  renderer.setSize(width, height)
  document.body.append(renderer.domElement)
  const context = renderer.getContext()
  const camera = new PerspectiveCamera(24, width / height, 0.1, 1000)
  camera.position.set(0, 0, 100)
  const scene = new Scene()
  if (count > 0)
    scene.add(ballsOf(count, width / height, (radius / height) * 42.5), new AmbientLight(), lamp())
  const pixel = new Uint8Array(4)
  return {
    draw(turned) {
      scene.rotation.y = Math.sin(turned) * 0.02
      renderer.render(scene, camera)
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel)
    },
    dispose() {
      renderer.dispose()
      renderer.forceContextLoss()
      renderer.domElement.remove()
    },
  }
}

function lamp(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(-4, 7, 6)
  return light
}

/** Spread over the screen. */
function ballsOf(count: number, aspect: number, radius: number): InstancedMesh {
  const balls = new InstancedMesh(new SphereGeometry(1, 16, 12), new MeshStandardMaterial(), count)
  const columns = Math.ceil(Math.sqrt(count * aspect))
  const rows = Math.ceil(count / columns)
  const matrix = new Matrix4()
  for (let i = 0; i < count; i++) {
    const x = ((i % columns) / columns - 0.5) * 40 * aspect
    const y = (Math.floor(i / columns) / rows - 0.5) * 40
    matrix.makeScale(radius, radius, radius).setPosition(x, y, 0)
    balls.setMatrixAt(i, matrix)
    balls.setColorAt(i, new Color().setHSL((i % 7) / 7, 0.6, 0.5))
  }
  return balls
}
