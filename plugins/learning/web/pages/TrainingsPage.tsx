import { Box, Stack, Tab, Tabs } from '@mui/material'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, PageHeader, SlotOutlet } from '#web/ui'
import { activeTrainingsSlot, nothingOpenSlot, trainingsSlot } from '../../contract/index.js'
import { mainTraining, openTrainings } from '../../contract/main_training.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { ContinueCard } from '../components/ContinueCard.js'
import { TrainingCard } from '../components/TrainingCard.js'
import { useTrainings } from '../queries.js'

const TABS = ['active', 'done', 'expired', 'all'] as const
type TabName = (typeof TABS)[number]

const OF_TAB: Record<Exclude<TabName, 'all'>, readonly string[]> = {
  active: OPEN_STATUSES,
  done: ['passed', 'failed'],
  expired: ['expired', 'no_show', 'cancelled'],
}

/**
 * /deelnemer/trainingen: where a participant lands. First the training to continue, then the open ones, due first as the server orders
 * them.
 */
export default function TrainingsPage() {
  const t = useT()
  const { data, error, isPending, refetch } = useTrainings()
  const [params, setParams] = useSearchParams()
  const tab: TabName = TABS.find((name) => name === params.get('toon')) ?? 'active'
  const trainings = data?.data ?? []
  const active = openTrainings(trainings)
  const main = mainTraining(trainings)
  const ofTab = tab === 'all' ? trainings : trainings.filter(({ status }) => OF_TAB[tab].includes(status))
  const shown = tab === 'active' ? ofTab.filter((training) => training !== main) : ofTab

  return (
    <>
      <PageHeader title={t('learning.trainings.title')} text={data && t('learning.trainings.lead', { count: active.length })} />
      {tab === 'active' && main && <ContinueCard training={main} />}
      {/* Rendered together with the card above, so that they do not move. */}
      {!isPending && (
        <Tabs
          value={tab}
          onChange={(_event, next: TabName) => setParams(next === 'active' ? {} : { toon: next })}
          aria-label={t('learning.trainings.tabs')}
          variant="scrollable"
          sx={{ mb: 5 }}
        >
          {TABS.map((name) => (
            <Tab key={name} value={name} label={t(`learning.trainings.tab_${name}`)} />
          ))}
        </Tabs>
      )}
      {isPending && <LoadingState shape="cards" />}
      {error && <ErrorState error={error} part="learning" title={t('learning.trainings.failed_to_load')} onRetry={() => void refetch()} />}
      {data && !ofTab.length && (
        <EmptyState
          icon="school"
          title={t(tab === 'active' ? 'learning.trainings.empty_active' : 'learning.trainings.empty_other')}
          text={t(tab === 'active' ? 'learning.trainings.empty_active_text' : 'learning.trainings.empty_other_text')}
          action={tab === 'active' && <SlotOutlet slot={nothingOpenSlot} with={{}} />}
        />
      )}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {shown.map((training) => (
          <Box component="li" key={training.id}>
            <TrainingCard training={training} showStatus={tab !== 'active'} />
          </Box>
        ))}
      </Stack>
      {data?.in_flow && tab === 'active' && (
        <Stack sx={{ gap: 4, mt: 6, '&:empty': { display: 'none' } }}>
          <SlotOutlet slot={activeTrainingsSlot} with={{ shown: trainings.map(({ id }) => id) }} />
        </Stack>
      )}
      {/* Below everything, so that it moves nothing. */}
      {data?.has_others && (tab === 'active' || tab === 'all') && (
        <Stack sx={{ gap: 4, mt: 6, '&:empty': { display: 'none' } }}>
          <SlotOutlet slot={trainingsSlot} with={{}} />
        </Stack>
      )}
    </>
  )
}
