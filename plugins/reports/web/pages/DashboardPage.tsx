import { Box, Button, Skeleton, Stack } from '@mui/material'
import { useMemo, useState } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { ErrorState, FilterSelect, Icon, PageHeader, usePeopleFilters, WidgetArranger, WidgetBoard } from '#web/ui'
import { dashboardWidgetSlot } from '../../contract/index.js'
import { PeriodChoice, usePeriod } from '../components/PeriodChoice.js'
import { useSaveLayout, useDashboard } from '../use_dashboard.js'

/** For an admin: the company of the dashboard. Rendered from the start, so that nothing moves when the names load. */
function useCompanyFilter(admin: boolean) {
  const t = useT()
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: admin, staleTime: 600_000 })
  return useMemo(
    () =>
      admin
        ? [
            {
              key: 'company',
              label: t('reports.builder.company'),
              options: (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]
        : [],
    [admin, companies.data, t],
  )
}

/** /dashboard: where supervisors and admins land. It consists of widgets, in each person's own order. */
export default function DashboardPage() {
  const t = useT()
  const user = useUser()
  const [period, choose] = usePeriod()
  const admin = isAdminRole(user.user_role)
  const company = useCompanyFilter(admin)
  const { filters, state, query: people, ready } = usePeopleFilters(company)
  const chosen = admin ? company[0]?.options.find(({ value }) => value === state.filters.company)?.label : user.company_name
  const dashboard = useDashboard(people, ready)
  const arrange = useSaveLayout()
  // From this width on, all of it fits on one line next to the title.
  const beside = admin ? 'xl' : 'lg'
  const [arranging, setArranging] = useState(false)
  return (
    <>
      <Stack
        direction={{ xs: 'column', [beside]: 'row' }}
        sx={{
          ...{ justifyContent: 'space-between', alignItems: { xs: 'stretch', [beside]: 'flex-start' } },
          ...{ columnGap: 4, mb: { xs: 5, [beside]: 0 } },
        }}
      >
        <PageHeader
          title={t('reports.dashboard.title')}
          text={chosen ? t('reports.dashboard.text', { company: chosen }) : t('reports.dashboard.text_admin')}
        />
        <Stack
          direction="row"
          // Takes all available width, so that its start and end do not move when its content loads.
          sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', flex: '1 1 auto', justifyContent: { [beside]: 'flex-end' }, minHeight: 44 }}
        >
          {/* Loaded after the page. On a line that starts at the left they are last, so that nothing moves. */}
          {filters.map((filter) => (
            <Box key={filter.key} sx={{ display: 'flex', order: { xs: 1, [beside]: 0 }, flex: { xs: '1 1 40%', md: '0 0 auto' } }}>
              <FilterSelect filter={filter} state={state} />
            </Box>
          ))}
          <PeriodChoice value={period} onChange={choose} />
          <Button
            color="inherit"
            variant="outlined"
            startIcon={<Icon name="settings" />}
            onClick={() => setArranging(true)}
            sx={{ minHeight: 44, order: { md: 2, [beside]: 0 }, ml: { md: 'auto', [beside]: 0 } }}
          >
            {t('core.widgets.arrange')}
          </Button>
        </Stack>
      </Stack>
      {dashboard.data ? (
        <WidgetBoard slot={dashboardWidgetSlot} with={{ period, people }} layout={dashboard.data.layout} />
      ) : dashboard.error ? (
        <ErrorState error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      ) : (
        // One request is awaited before everything below it, so that nothing there moves when it is loaded.
        <Stack role="status" aria-label={t('core.states.loading')} sx={{ gap: 5 }}>
          <Skeleton variant="rounded" height={120} />
          <Skeleton variant="rounded" height={180} />
          <Skeleton variant="rounded" height={460} />
        </Stack>
      )}
      <WidgetArranger
        slot={dashboardWidgetSlot}
        layout={dashboard.data?.layout ?? null}
        onChange={arrange}
        open={arranging}
        onClose={() => setArranging(false)}
      />
    </>
  )
}
