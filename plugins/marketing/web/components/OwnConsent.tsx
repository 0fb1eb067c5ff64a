import { Alert, FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Section, useToast } from '#web/ui'

const KEY = ['marketing', 'consent']

/** On /profiel (core's `profileSectionSlot`): the person's consent to mails about courses. Off by default. */
export default function OwnConsent() {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const { data } = useApiQuery(KEY, () => api.marketing.consent.show({}))
  const save = useApiMutation((given: boolean) => api.marketing.consent.update({ body: { given } }), {
    onSuccess: (answer) => {
      queryClient.setQueryData(KEY, answer)
      toast.success(t(answer.data.given_at ? 'marketing.consent.saved_on' : 'marketing.consent.saved_off'))
    },
  })
  if (!data) return null
  const { words, given_at: given, unsubscribed } = data.data
  return (
    <Section title={t('marketing.consent.title')}>
      {unsubscribed ? (
        <Alert severity="info">{t('marketing.consent.unsubscribed')}</Alert>
      ) : (
        <Stack sx={{ gap: 2 }}>
          <FormControlLabel
            control={<Switch checked={given !== null} disabled={save.isPending} onChange={(_event, on) => save.mutate(on)} />}
            label={words}
          />
          {given && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('marketing.consent.given', { date: format.date(given) })}
            </Typography>
          )}
        </Stack>
      )}
    </Section>
  )
}
