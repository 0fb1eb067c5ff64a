import { useHasMessage, useT } from '#web/i18n'

/** A plugin's name and purpose from its own messages (`<plugin>.settings.about`); its id when it has none. */
export function usePluginWords(): { nameOf: (id: string) => string; textOf: (id: string) => string } {
  const t = useT()
  const has = useHasMessage()
  const said = (key: string) => (has(key) ? t(key) : null)
  return { nameOf: (id) => said(`${id}.settings.about`) ?? id, textOf: (id) => said(`${id}.settings.about_text`) ?? '' }
}
