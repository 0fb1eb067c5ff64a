import { useAtomValue } from 'jotai'
import { languageAtom } from '#web/session'

/** A course's name in the language of the page, else in any language it has. */
export function useNameOf(): (name: Readonly<Record<string, string>>) => string {
  const language = useAtomValue(languageAtom)
  return (name) => name[language] ?? name.en ?? name.nl ?? Object.values(name)[0] ?? ''
}
