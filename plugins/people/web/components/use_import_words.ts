import { useT } from '#web/i18n'
import type { ImportTarget } from '../../contract/imports.js'

/** The texts of an import that depend on what the file is for. A file for one group has its own. */
export function useImportWords({ target, group = null }: { target: ImportTarget; group?: unknown }) {
  const t = useT()
  const kind = target === 'members' && group ? 'group' : target
  return (key: string, values?: Parameters<typeof t>[1]) =>
    t(kind === 'people' ? `people.import.${key}` : `people.import.${kind}.${key}`, values)
}
