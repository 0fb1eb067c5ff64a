import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useToast } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { type Variant, VARIANTS, WRITTEN_IN } from '../../states.js'
import { campaignsChanged } from '../queries.js'

type TrialNumbers = NonNullable<CampaignDetail['trial']>

/** The two subjects of a campaign with their numbers, and buttons to choose one before the trial is over. */
export function Trial({ campaign, trial }: { campaign: CampaignDetail; trial: TrialNumbers }) {
  const t = useT()
  const toast = useToast()
  const choose = useApiMutation(
    (act: 'choose_a' | 'choose_b') => api.marketing.campaigns.act({ params: { id: campaign.id }, body: { act } }),
    { onSuccess: campaignsChanged },
  )
  const mayChoose = trial.held > 0 && !trial.chosen && (campaign.state === 'sending' || campaign.state === 'paused')
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <Typography variant="h3">{t('marketing.trial.title')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        <State trial={trial} />
      </Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {VARIANTS.map((variant) => (
          <Paper key={variant} variant="outlined" sx={{ p: 4 }}>
            <Subject campaign={campaign} trial={trial} variant={variant} />
            {mayChoose && (
              <Button
                variant="outlined"
                sx={{ mt: 3 }}
                loading={choose.isPending}
                onClick={() =>
                  choose.mutate(`choose_${variant}`, { onSuccess: () => toast.success(t(`marketing.act.choose_${variant}_done`)) })
                }
              >
                {t(`marketing.act.choose_${variant}`)}
              </Button>
            )}
          </Paper>
        ))}
      </Box>
    </Stack>
  )
}

function State({ trial: { chosen, by_hand: byHand, ends_at: ends, hours, held } }: { trial: TrialNumbers }) {
  const t = useT()
  const format = useFormat()
  if (chosen && byHand) return t('marketing.trial.chosen_by_hand', { which: t(`marketing.trial.${chosen}`) })
  if (chosen) return t(`marketing.trial.chosen_${chosen}`)
  if (!held) return t('marketing.trial.all')
  return ends ? t('marketing.trial.waiting', { at: format.dateTime(ends), held }) : t('marketing.trial.busy', { hours, held })
}

function Subject({ campaign, trial, variant }: { campaign: CampaignDetail; trial: TrialNumbers; variant: Variant }) {
  const t = useT()
  const { sent, clicked } = trial[variant]
  const subjects = WRITTEN_IN.flatMap((language) =>
    campaign.words[language] ? [variant === 'a' ? campaign.words[language].subject : (trial.subjects[language] ?? '')] : [],
  )
  return (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t(`marketing.trial.${variant}`)}: {subjects.join(' / ')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('marketing.trial.numbers', { sent, clicked, percent: Math.round((100 * clicked) / Math.max(sent, 1)) })}
      </Typography>
    </>
  )
}
