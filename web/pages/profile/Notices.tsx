import { Box, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { ErrorState, Form, FormActions, LoadingState, Section, SelectInput, useToast } from '#web/ui'

type Choices = Awaited<ReturnType<typeof api.core.notifications.choices>>['data']
type Way = Choices['choices'][number]['way']
type Values = Record<string, Way>

const WAYS: Way[] = ['both', 'mail', 'app']

/** A field's name has no dots, because they mean nested objects. */
const fieldOf = (trigger: string) => trigger.replaceAll('.', '__')
const valuesOf = ({ choices }: Pick<Choices, 'choices'>): Values =>
  Object.fromEntries(choices.map(({ trigger, way }) => [fieldOf(trigger), way]))

/** The choice per kind of notice: by mail, on the platform, or both. A person without an e-mail address has nothing to choose. */
export function Notices() {
  const t = useT()
  const hasMail = useUser().email !== null
  if (hasMail) return <Choice />
  return (
    <Section title={t('core.notices.title')} anchor="notices">
      <Typography>{t('core.notices.screen_only')}</Typography>
    </Section>
  )
}

function Choice() {
  const t = useT()
  const toast = useToast()
  const query = useApiQuery(['core', 'notifications', 'choices'], () => api.core.notifications.choices({}), { staleTime: 0 })
  const shown = query.data?.data
  if (shown && !shown.choices.length) return null
  return (
    <Section title={t('core.notices.title')} text={t('core.notices.text')} anchor="notices">
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !shown ? (
        <LoadingState count={4} />
      ) : (
        <Form<Values, { data: Choices }>
          initialValues={valuesOf(shown)}
          version={shown.updated_at}
          valuesOf={(current) => valuesOf(current as unknown as Choices)}
          draftKey="profile.notices"
          onSubmit={(values, { version }) =>
            api.core.notifications.choose({
              body: {
                ways: Object.fromEntries(shown.choices.map(({ trigger }) => [trigger, values[fieldOf(trigger)]!])),
                updated_at: version!,
              },
            })
          }
          onSuccess={({ data }) => {
            toast.success(t('core.notices.saved'))
            return { values: valuesOf(data), version: data.updated_at }
          }}
        >
          {[...new Set(shown.choices.map(({ group }) => group))].map((group) => (
            <Stack component="section" key={group} sx={{ gap: 3 }}>
              <Typography variant="h3">{group}</Typography>
              {shown.choices
                .filter((choice) => choice.group === group)
                .map(({ trigger, when }) => (
                  <Box
                    key={trigger}
                    sx={{ display: 'grid', gap: { xs: 2, sm: 4 }, gridTemplateColumns: { sm: '1fr 220px' }, alignItems: 'center' }}
                  >
                    <Typography>{when}</Typography>
                    <SelectInput
                      name={fieldOf(trigger)}
                      label={t('core.notices.way')}
                      options={WAYS.map((value) => ({ value, label: t(`core.notices.way_${value}`) }))}
                      required
                    />
                  </Box>
                ))}
            </Stack>
          ))}
          <FormActions />
        </Form>
      )}
    </Section>
  )
}
