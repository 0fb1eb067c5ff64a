import { Button, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, EmptyState, ErrorState, LoadingState, PageHeader, Section, StatusChip } from '#web/ui'
import { campaignStates } from '../../states.js'
import { MarketingTabs } from '../components/MarketingTabs.js'
import { campaignPath, useCampaigns } from '../queries.js'

/** /tools/marketing: every campaign, newest first. */
export default function ListPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('marketing.title')}
        text={t('marketing.text')}
        action={{ label: t('marketing.add'), icon: 'add', to: campaignPath() }}
      />
      <MarketingTabs tab="marketing.list" />
      <Campaigns />
    </>
  )
}

function Campaigns() {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCampaigns()
  if (error) return <ErrorState error={error} part="marketing" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={4} />
  if (!data.data.length) return <EmptyState icon="mails" title={t('marketing.list.empty')} text={t('marketing.list.empty_text')} />
  return (
    <Section>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.data.map(({ id, name, state, starts_at: starts, counts }) => (
          <ActionRow
            key={id}
            name={name}
            lines={
              state === 'draft'
                ? [t('marketing.list.draft')]
                : state === 'scheduled'
                  ? [t('marketing.list.scheduled', { at: format.dateTime(starts!) })]
                  : [
                      t('marketing.list.numbers', counts),
                      counts.bounced > 0 && t('marketing.list.bounced', counts),
                      t('marketing.list.results', counts),
                    ]
            }
            chip={<StatusChip of={campaignStates} status={state} />}
            action={
              <Button variant="outlined" component={RouterLink} to={campaignPath(id)} aria-label={t('marketing.list.open_of', { name })}>
                {t('marketing.list.open')}
              </Button>
            }
          />
        ))}
      </Stack>
    </Section>
  )
}
