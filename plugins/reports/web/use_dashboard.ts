import { useQueryClient } from '@tanstack/react-query'
import { api, useApiMutation, useApiQuery, withQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { type WidgetLayout, useToast } from '#web/ui'

type People = Readonly<Record<string, string>>
const keyOf = (people: People) => ['reports', 'dashboard', people]

/** What a dashboard begins with: how the person arranged it and what needs attention, in one call. */
export function useDashboard(people: People, ready = true) {
  return useApiQuery(
    keyOf(people),
    async () => {
      const { data } = await api.reports.dashboard.show(withQuery({ ...people }))
      // In the words of the plugins that say it.
      await loadMessages(...data.attention.map(({ label }) => label.split('.')[0]!))
      return data
    },
    { enabled: ready, live: true, keepPrevious: true },
  )
}

/** Changes how one's dashboard is arranged: at once here, and remembered on the server. Null: as it was made. */
export function useArrange(people: People) {
  const client = useQueryClient()
  const toast = useToast()
  const t = useT()
  const save = useApiMutation<WidgetLayout | null, unknown>(
    (layout) => (layout ? api.reports.dashboard.arrange({ body: layout }) : api.reports.dashboard.reset({})),
    { inTurn: 'reports.arrange', quiet: true, onError: () => toast.error(t('reports.dashboard.not_saved')) },
  )
  return (layout: WidgetLayout | null) => {
    // What is on its way was asked before: it would put everything back.
    void client
      .cancelQueries({ queryKey: keyOf(people) })
      .then(() => client.setQueryData(keyOf(people), (known: object | undefined) => known && { ...known, layout }))
    save.mutate(layout)
  }
}
