import { useHasMessage, useT } from '#web/i18n'

/** What a plugin is called and is for, by its own words (`<plugin>.settings.about`); one that says nothing has its id. */
export function usePluginWords(): { nameOf: (id: string) => string; textOf: (id: string) => string } {
  const t = useT()
  const has = useHasMessage()
  const said = (key: string) => (has(key) ? t(key) : null)
  return { nameOf: (id) => said(`${id}.settings.about`) ?? id, textOf: (id) => said(`${id}.settings.about_text`) ?? '' }
}
