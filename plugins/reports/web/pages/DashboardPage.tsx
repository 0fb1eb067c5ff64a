import { Box, Stack } from '@mui/material'
import { isAdminRole } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { PageHeader, SlotOutlet } from '#web/ui'
import { dashboardWidgetSlot } from '../../contract/index.js'
import { ActionList } from '../components/ActionList.js'
import { AttentionRow } from '../components/AttentionRow.js'
import { KpiRow } from '../components/KpiRow.js'
import { PeriodChoice, usePeriod } from '../components/PeriodChoice.js'
import { ProgressChart } from '../components/ProgressChart.js'

/** /dashboard: where supervisors and admins land. */
export default function DashboardPage() {
  const t = useT()
  const user = useUser()
  const admin = isAdminRole(user.user_role)
  const [period, choose] = usePeriod()
  return (
    <>
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        sx={{ justifyContent: 'space-between', alignItems: { md: 'flex-start' }, columnGap: 4, mb: { xs: 5, md: 0 } }}
      >
        <PageHeader
          title={t('reports.dashboard.title')}
          text={admin ? t('reports.dashboard.text_admin') : t('reports.dashboard.text', { company: user.company_name })}
        />
        <PeriodChoice value={period} onChange={choose} />
      </Stack>
      <Stack sx={{ gap: 5 }}>
        <AttentionRow />
        <KpiRow period={period} />
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
            alignItems: 'start',
          }}
        >
          {/* Stays in sight beside a list that grows. */}
          <Box sx={{ position: { lg: 'sticky' }, top: { lg: 88 } }}>
            <ProgressChart period={period} />
          </Box>
          <ActionList withCompany={admin} />
        </Box>
        <SlotOutlet slot={dashboardWidgetSlot} with={{ period }} />
      </Stack>
    </>
  )
}
