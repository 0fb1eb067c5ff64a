import { Box, Button, Stack } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { FactList, KpiTile, Progress, Section, useConfirm, useToast } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { BOOKED_WITHIN_DAYS, type CampaignAct, type CampaignState } from '../../states.js'
import { campaignsChanged } from '../queries.js'
import { Trial } from './Trial.js'

const COUNTED = [
  ['people', 'people'],
  ['sent', 'mails'],
  ['delivered', 'success'],
  ['bounced', 'warning'],
  ['clicked', 'link'],
  ['booked', 'receipt'],
  ['unsubscribed', 'close'],
  ['skipped', 'not_started'],
] as const
const ACTS: Partial<Record<CampaignState, CampaignAct[]>> = {
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  scheduled: ['unschedule'],
}

/** The progress and results of a campaign, with buttons to pause, resume and stop it. */
export function CampaignResults({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const { counts, state, starts_at: starts, started_at: started, finished_at: finished } = campaign
  const moment = (at: string | null) => (at ? format.dateTime(at) : t('marketing.results.none'))
  return (
    <Section title={t('marketing.results.title')} text={t('marketing.results.text', { days: BOOKED_WITHIN_DAYS })}>
      <Acts campaign={campaign} />
      {campaign.trial && <Trial campaign={campaign} trial={campaign.trial} />}
      {(state === 'sending' || state === 'paused') && (
        <Progress
          label={t('marketing.results.sent')}
          value={Math.round((100 * (counts.people - counts.waiting)) / Math.max(counts.people, 1))}
        />
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
        {COUNTED.map(([key, icon]) => (
          <KpiTile key={key} label={t(`marketing.results.${key}`)} value={counts[key]} icon={icon} />
        ))}
      </Box>
      <FactList
        facts={[
          ...(state === 'scheduled' ? [{ label: t('marketing.results.starts'), value: moment(starts) }] : []),
          { label: t('marketing.results.started'), value: moment(started) },
          { label: t('marketing.results.finished'), value: moment(finished) },
          { label: t('marketing.results.waiting'), value: String(counts.waiting) },
          { label: t('marketing.results.pace'), value: String(campaign.pace) },
          { label: t('marketing.results.link'), value: campaign.link || t('marketing.results.none') },
        ]}
      />
    </Section>
  )
}

function Acts({ campaign: { id, name, state } }: { campaign: CampaignDetail }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const run = useApiMutation((act: CampaignAct) => api.marketing.campaigns.act({ params: { id }, body: { act } }), {
    onSuccess: campaignsChanged,
  })
  const acts = ACTS[state] ?? []
  if (!acts.length) return null
  const press = async (act: CampaignAct) => {
    const ask = { title: t('marketing.act.stop_question', { name }), text: t('marketing.act.stop_text') }
    if (act === 'stop' && !(await confirm({ ...ask, confirmLabel: t('marketing.act.stop'), destructive: true }))) return
    run.mutate(act, { onSuccess: () => toast.success(t(`marketing.act.${act}_done`)) })
  }
  return (
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap' }}>
      {acts.map((act) => (
        <Button
          key={act}
          variant={act === 'stop' ? 'text' : 'outlined'}
          {...(act === 'stop' && { color: 'error' as const })}
          loading={run.isPending}
          onClick={() => void press(act)}
        >
          {t(`marketing.act.${act}`)}
        </Button>
      ))}
    </Stack>
  )
}
