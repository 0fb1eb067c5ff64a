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

/** The person's layout since the last change, even if the server does not have it yet. */
let newest: Arranged | undefined

/** The first data of a dashboard: the person's layout and what needs attention, in one request. */
export function useDashboard(people: People, ready = true) {
  const client = useQueryClient()
  return useApiQuery(
    [...DASHBOARD, people],
    async () => {
      const before = newest
      const isSaving = client.isMutating({ predicate: ({ options }) => options.scope?.id === ARRANGE }) > 0
      const { data } = await api.reports.dashboard.show(withQuery({ ...people }))
      // Loads the messages of the plugins that the items come from.
      await loadMessages(...data.attention.map(({ label }) => label.split('.')[0]!))
      // A response from before a change, or from while it was being saved, has an outdated layout.
      return { ...data, ...((isSaving || newest !== before) && newest) }
    },
    { enabled: ready, live: true, keepPrevious: true },
  )
}

/** Changes the layout of one's dashboard: immediately here, then stored on the server. Null: the default. */
export function useSaveLayout() {
  const client = useQueryClient()
  const toast = useToast()
  const t = useT()
  const save = useApiMutation<WidgetLayout | null, unknown>(
    (layout) => (layout ? api.reports.dashboard.arrange({ body: layout }) : api.reports.dashboard.reset({})),
    { inTurn: ARRANGE, quiet: true, onError: () => toast.error(t('reports.dashboard.not_saved')) },
  )
  return (layout: WidgetLayout | null) => {
    // The layout belongs to the person, whichever company the dashboard is about.
    newest = { layout }
    client.setQueriesData({ queryKey: DASHBOARD }, (known: Arranged | undefined) => known && { ...known, layout })
    save.mutate(layout)
  }
}
