/** Web storage throws when it is blocked; the platform then works without it. */
function wrap(get: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return get().getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string): void {
      try {
        get().setItem(key, value)
      } catch {
        // Full or blocked: the person cannot do anything about it here.
      }
    },
    remove(key: string): void {
      try {
        get().removeItem(key)
      } catch {
        // See write.
      }
    },
    clear(): void {
      try {
        get().clear()
      } catch {
        // See write.
      }
    },
  }
}

export const local = wrap(() => window.localStorage)
/** The storage of this tab, until it closes. */
export const tab = wrap(() => window.sessionStorage)
