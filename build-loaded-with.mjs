// A plugin and a group of the bundler: what a command loads at once becomes one file, because each further file costs 0.4 ms.

/** path: the end of the path of the module with which all others of the group are loaded. */
export function loadedWith(name, path) {
  const loaded = new Set()
  const plugin = {
    name: `loaded-with-${name}`,
    buildEnd() {
      const collect = (id) => {
        if (loaded.has(id)) return
        loaded.add(id)
        this.getModuleInfo(id)?.importedIds.forEach(collect)
      }
      const first = [...this.getModuleIds()].find((id) => id.endsWith(path))
      if (first === undefined) throw new Error(`no module is called ${path}`)
      collect(first)
    },
  }
  return { plugin, group: { name, test: (id) => loaded.has(id) } }
}
