/** The page allows no inline styles, and xterm writes style elements and attributes: here they become sheets and properties that the page sets itself. */

export interface OwnSheets {
  /** For xterm: what it makes there needs no inline style. */
  readonly document: Document
  /** The same for elements that it makes in the document of the page while `work` is done. */
  during(work: () => void): void
  dispose(): void
}

export function ownSheets(): OwnSheets {
  const sheets = new Set<CSSStyleSheet>()
  const adopt = (change: () => void): void => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !sheets.has(one))
    change()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets]
  }
  const create = (tag: string): HTMLElement =>
    tag === 'style' ? styleElement(adopt, sheets) : withProperties(plain(tag))
  return {
    document: new Proxy(document, {
      get(target, key) {
        if (key === 'createElement') return create
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    }),
    during(work) {
      document.createElement = create
      try {
        work()
      } finally {
        Reflect.deleteProperty(document, 'createElement')
      }
    },
    dispose: () => adopt(() => sheets.clear()),
  }
}

const plain = (tag: string): HTMLElement => Document.prototype.createElement.call(document, tag)

/** The text of the element is the style sheet. */
function styleElement(
  adopt: (change: () => void) => void,
  sheets: Set<CSSStyleSheet>,
): HTMLElement {
  const sheet = new CSSStyleSheet()
  const element = plain('span')
  element.hidden = true
  Object.defineProperty(element, 'textContent', {
    set(text: string) {
      sheet.replaceSync(text)
    },
  })
  element.remove = () => adopt(() => sheets.delete(sheet))
  adopt(() => sheets.add(sheet))
  return element
}

/** A style attribute is inline; its properties are not. */
function withProperties(element: HTMLElement): HTMLElement {
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else Element.prototype.setAttribute.call(element, name, value)
  }
  element.cloneNode = (isDeep) =>
    withProperties(Node.prototype.cloneNode.call(element, isDeep) as HTMLElement)
  return element
}
