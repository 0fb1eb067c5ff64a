import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { check, DayInput, Form, FormActions, Section, TextInput, useConfirm, useToast } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { campaignsChanged, useAudience } from '../queries.js'

interface StartCampaignProps {
  campaign: CampaignDetail
  /** The form has changes that are not saved and would not be sent. */
  isEdited: boolean
}

/** Shows how many people a draft reaches, and sends it now or later. */
export function StartCampaign({ campaign: { id, name }, isEdited }: StartCampaignProps) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const { data } = useAudience(id)
  const { count, sample } = data?.data ?? { count: 0, sample: [] }
  const start = useApiMutation(() => api.marketing.campaigns.start({ params: { id }, body: { at: null } }), {
    onSuccess: () => {
      toast.success(t('marketing.start.started'))
      campaignsChanged()
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('marketing.start.question', { name }),
      text: t('marketing.start.question_text', { count }),
      confirmLabel: t('marketing.start.now'),
    })
    if (sure) start.mutate(undefined)
  }
  return (
    <Box
      sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}
    >
      <Section title={t('marketing.audience.title')} text={t('marketing.audience.text')}>
        <Typography variant="h3" component="p">
          {data ? t('marketing.audience.count', { count }) : '…'}
        </Typography>
        {count > 0 ? (
          <div>
            <Typography variant="body2">{t('marketing.audience.some')}</Typography>
            <Box component="ul" sx={{ m: 0, pl: 5 }}>
              {sample.map((person) => (
                <li key={person.id}>{t('marketing.preview.person', { name: person.name, company: person.company })}</li>
              ))}
            </Box>
          </div>
        ) : (
          data && <Typography>{t('marketing.audience.none')}</Typography>
        )}
      </Section>
      <Section title={t('marketing.start.title')} text={t('marketing.start.text')}>
        {isEdited && <Alert severity="warning">{t('marketing.start.unsaved')}</Alert>}
        <Box sx={{ display: isEdited ? 'none' : 'contents' }}>
          <Button
            variant="contained"
            sx={{ alignSelf: 'flex-start' }}
            disabled={!count}
            loading={start.isPending}
            onClick={() => void ask()}
          >
            {t('marketing.start.now')}
          </Button>
          <Form<{ day: string | null; time: string }, { data: CampaignDetail }>
            part="marketing"
            initialValues={{ day: null, time: '09:00' }}
            validate={(values) => [
              check.required(values, 'day'),
              check.when(!/^([01]\d|2[0-3]):[0-5]\d$/.test(values.time), 'time', 'time'),
            ]}
            onSubmit={({ day, time }) => api.marketing.campaigns.start({ params: { id }, body: { at: { day: day!, time } } })}
            onSuccess={() => {
              toast.success(t('marketing.start.planned'))
              campaignsChanged()
            }}
          >
            <Stack sx={{ gap: 4 }}>
              <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
                <DayInput name="day" label={t('marketing.start.day')} required />
                <TextInput name="time" label={t('marketing.start.time')} help={t('marketing.start.time_help')} maxLength={5} required />
              </Box>
              <FormActions submitLabel={t('marketing.start.plan')} />
            </Stack>
          </Form>
        </Box>
      </Section>
    </Box>
  )
}
