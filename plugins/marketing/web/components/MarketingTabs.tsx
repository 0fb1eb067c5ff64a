import { Tab, Tabs } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'

const TABS = { 'marketing.list': 'marketing.tab.campaigns', 'marketing.leads': 'marketing.tab.leads' } as const

/** The tabs of /tools/marketing; each is a page of its own. */
export function MarketingTabs({ tab }: { tab: keyof typeof TABS }) {
  const t = useT()
  return (
    <Tabs value={tab} aria-label={t('marketing.title')} sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}>
      {Object.entries(TABS).map(([name, label]) => (
        <Tab key={name} value={name} label={t(label)} component={RouterLink} to={pagePath(name) ?? ''} />
      ))}
    </Tabs>
  )
}
