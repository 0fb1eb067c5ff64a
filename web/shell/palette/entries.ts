import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { isAllowed } from '#core/contract/access'
import type { Found, FoundGroup } from '#core/contract/finders'
import { request, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { signOut, subjectAtom } from '#web/session'
import { webPlugins } from '../../boot/web_plugins.js'
import { useNavigation } from '../navigation.js'

/** A line of the palette: a page, an action, or a search result. */
export interface Entry {
  key: string
  group: string
  icon: string
  title: string
  detail: string | null
  path?: string
  run?: () => void
}

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of the search starts a word of the text; ignores case and diacritics. */
export function matches(text: string, search: string): boolean {
  const words = bare(text)
  return bare(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => words.includes(word))
}

/** The server is asked from this many letters on. */
const MIN_LETTERS = 2

/**
 * The palette's lines for a text: pages and actions at once, server results a moment later.
 * @param asked the text, when the person has stopped typing
 */
export function useEntries(text: string, asked: string, onHelp: () => void) {
  const t = useT()
  const { main, profile, tools } = useNavigation()
  const subject = useAtomValue(subjectAtom)
  const commands = useMemo(
    () =>
      webPlugins.flatMap(({ id, commands: own = [] }) =>
        own.filter(({ access }) => isAllowed(access, subject)).map((item) => ({ ...item, id })),
      ),
    [subject],
  )
  // Their texts belong to their plugins.
  const words = useApiQuery(['palette', 'words'], async () => {
    await loadMessages(...commands.map(({ id }) => id))
    return true
  })
  const enough = asked.length >= MIN_LETTERS
  const found = useApiQuery(
    ['palette', 'find', asked],
    async () => {
      const { data } = await request<{ data: FoundGroup[] }>(`/api/core/find?text=${encodeURIComponent(asked)}`)
      await loadMessages(...data.map(({ plugin }) => plugin))
      return data
    },
    { enabled: enough, keepPrevious: true },
  )
  const places = t('core.palette.places')
  const doing = t('core.palette.actions')
  const own: Entry[] = [
    ...[...main, ...profile, ...tools].map(({ page, text: title, icon, path }) => ({
      ...{ key: page, group: places, icon, title, detail: null, path },
    })),
    ...(words.data ? commands : []).map(({ label, icon, to }) => ({
      key: label,
      group: doing,
      icon,
      title: t(label),
      detail: null,
      path: to,
    })),
    { key: 'keys', group: doing, icon: 'keyboard', title: t('core.keys.title'), detail: null, run: onHelp },
    { key: 'sign_out', group: doing, icon: 'logout', title: t('core.nav.logout'), detail: null, run: () => void signOut() },
  ]
  // Matches in a name come before matches in an address.
  const isNamed = ({ hits: few }: FoundGroup) => few.some(({ title }) => matches(title, text))
  const groups = (enough && text.length >= MIN_LETTERS ? (found.data ?? []) : []).toSorted(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)),
  )
  const hits = groups.flatMap(({ name, label, icon, hits: few }) =>
    few.map((hit: Found) => ({ key: `${name} ${hit.path}`, group: t(label), icon, ...hit })),
  )
  return {
    entries: [...own.filter(({ title }) => matches(title, text)), ...hits],
    busy: enough && (found.isFetching || asked !== text),
    error: enough ? found.error : null,
  }
}
