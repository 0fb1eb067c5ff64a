import { useQueryClient } from '@tanstack/react-query'
import { api, useApiMutation, useApiQuery, withQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { type WidgetLayout, useToast } from '#web/ui'

type People = Readonly<Record<string, string>>
const DASHBOARD = ['reports', 'dashboard']
const ARRANGE = 'reports.arrange'
interface Arranged {
  layout: WidgetLayout | null
}

/** How the person has it since the last change, whatever the server has yet. */
let newest: Arranged | undefined

/** What a dashboard begins with: how the person arranged it and what needs attention, in one call. */
export function useDashboard(people: People, ready = true) {
  const client = useQueryClient()
  return useApiQuery(
    [...DASHBOARD, people],
    async () => {
      const before = newest
      const isSaving = client.isMutating({ predicate: ({ options }) => options.scope?.id === ARRANGE }) > 0
      const { data } = await api.reports.dashboard.show(withQuery({ ...people }))
      // In the words of the plugins that say it.
      await loadMessages(...data.attention.map(({ label }) => label.split('.')[0]!))
      // What the server had before a change, or while one was on its way to it, is not how the person has it now.
      return { ...data, ...((isSaving || newest !== before) && newest) }
    },
    { enabled: ready, live: true, keepPrevious: true },
  )
}

/** Changes how one's dashboard is arranged: at once here, and remembered on the server. Null: as it was made. */
export function useArrange() {
  const client = useQueryClient()
  const toast = useToast()
  const t = useT()
  const save = useApiMutation<WidgetLayout | null, unknown>(
    (layout) => (layout ? api.reports.dashboard.arrange({ body: layout }) : api.reports.dashboard.reset({})),
    { inTurn: ARRANGE, quiet: true, onError: () => toast.error(t('reports.dashboard.not_saved')) },
  )
  return (layout: WidgetLayout | null) => {
    // It is one person's, whoever the dashboard is about.
    newest = { layout }
    client.setQueriesData({ queryKey: DASHBOARD }, (known: Arranged | undefined) => known && { ...known, layout })
    save.mutate(layout)
  }
}
