import { Alert, AlertTitle, Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  check,
  EmptyState,
  ErrorState,
  Form,
  FormActions,
  LoadingState,
  PageHeader,
  Section,
  TextInput,
  useConfirm,
  useToast,
} from '#web/ui'

const KEY = ['core', 'incidents'] as const
const EMPTY = { dutch_message: '', english_message: '' }
const MAX = 300

export const words = () => ['tools']

/** /tools/incident: the current incident message and earlier ones. */
export default function IncidentPage() {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const confirm = useConfirm()
  const list = useApiQuery(KEY, () => api.core.incidents.index({}), { staleTime: 0 })
  const end = useApiMutation(() => api.core.incidents.end({}), { refresh: [KEY], onSuccess: () => toast.success(t('core.incident.ended')) })
  const all = list.data?.data
  const now = all?.find((incident) => !incident.ended_at)
  const past = all?.filter((incident) => incident.ended_at) ?? []
  const ask = async () => {
    const question = { title: t('core.incident.end'), text: t('core.incident.end_text'), confirmLabel: t('core.incident.end') }
    if (await confirm(question)) end.mutate(undefined)
  }
  return (
    <>
      <PageHeader title={t('core.incident.title')} text={t('core.incident.text')} />
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !all ? (
        <LoadingState count={5} />
      ) : (
        <Stack sx={{ gap: 5 }}>
          {now && (
            <Alert
              severity="error"
              action={
                <Button color="inherit" loading={end.isPending} onClick={() => void ask()}>
                  {t('core.incident.end')}
                </Button>
              }
            >
              <AlertTitle>{t('core.incident.now', { date: format.dateTime(now.started_at) })}</AlertTitle>
              <p lang="nl">{now.dutch_message}</p>
              <p lang="en">{now.english_message}</p>
            </Alert>
          )}
          <Section title={t(now ? 'core.incident.change' : 'core.incident.start')} text={t('core.incident.start_text')}>
            <Form<typeof EMPTY, unknown>
              key={now?.id ?? 'none'}
              initialValues={EMPTY}
              validate={(values) => [check.required(values, 'dutch_message'), check.required(values, 'english_message')]}
              onSubmit={(values) => api.core.incidents.start({ body: values })}
              onSuccess={() => {
                toast.success(t('core.incident.started'))
                void list.refetch()
                return { values: EMPTY }
              }}
            >
              <TextInput name="dutch_message" label={t('core.incident.dutch')} maxLength={MAX} required />
              <TextInput name="english_message" label={t('core.incident.english')} maxLength={MAX} required />
              <FormActions submitLabel={t('core.incident.tell')} />
            </Form>
          </Section>
          <Section title={t('core.incident.history')}>
            {past.length ? (
              <Stack component="ul" sx={{ m: 0, p: 0, gap: 4, listStyle: 'none' }}>
                {past.map((incident) => (
                  <li key={incident.id}>
                    <Typography lang="nl" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                      {incident.dutch_message}
                    </Typography>
                    <Typography lang="en" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                      {incident.english_message}
                    </Typography>
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {t('core.incident.from_to', { from: format.dateTime(incident.started_at), to: format.dateTime(incident.ended_at!) })}
                    </Typography>
                  </li>
                ))}
              </Stack>
            ) : (
              <EmptyState icon="status" title={t('core.incident.none')} text={t('core.incident.none_text')} />
            )}
          </Section>
        </Stack>
      )}
    </>
  )
}
