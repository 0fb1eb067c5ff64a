import { Alert, Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, ErrorState, FormActions, LoadingState, PlainForm, Section, TextInput, ToneChip, useToast } from '#web/ui'
import { CodeForm } from '../second/CodeForm.js'
import { EnrolPicture, type Enrolment } from '../second/EnrolPicture.js'
import { RecoveryCodes } from '../second/RecoveryCodes.js'
import { Passkeys } from './Passkeys.js'

const KEY = ['core', 'second_factor'] as const
type Doing = 'begin' | 'remove' | 'renew' | { enrolment: Enrolment } | { codes: string[] } | null

/** A code of an app after the password: set up, turn off, renew recovery codes. */
export function SecondFactor() {
  const t = useT()
  const toast = useToast()
  const query = useApiQuery(KEY, () => api.core.secondFactor.show({}), { staleTime: 0 })
  const [doing, setDoing] = useState<Doing>(null)
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: KEY })
    void queryClient.invalidateQueries({ queryKey: ['core', 'sessions'] })
  }
  const own = query.data?.data
  const done = () => setDoing(null)
  const withPassword = <A,>(submitLabel: string, send: (current: string) => PromiseLike<A>, onSuccess: (answer: A) => void) => (
    <PlainForm<{ current: string }, A>
      initialValues={{ current: '' }}
      validate={(values) => [check.required(values, 'current')]}
      onSubmit={({ current }) => send(current)}
      onSuccess={onSuccess}
    >
      <TextInput
        name="current"
        type="password"
        label={t('core.profile.password_yours')}
        autoComplete="current-password"
        required
        autoFocus
      />
      <FormActions submitLabel={submitLabel} onCancel={done} />
    </PlainForm>
  )
  const cancel = (
    <Button color="inherit" onClick={done} sx={{ alignSelf: 'flex-start' }}>
      {t('core.actions.cancel')}
    </Button>
  )
  const content = () => {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (!own) return <LoadingState count={1} />
    if (doing && typeof doing === 'object' && 'codes' in doing) return <RecoveryCodes codes={doing.codes} onDone={done} />
    if (doing && typeof doing === 'object')
      return (
        <>
          <EnrolPicture enrolment={doing.enrolment} />
          <CodeForm
            submitLabel={t('core.second.switch_on')}
            onSubmit={(code) => api.core.secondFactor.confirm({ body: { code } })}
            onSuccess={({ data }) => {
              setDoing({ codes: data.recovery_codes })
              refresh()
            }}
          />
          {cancel}
        </>
      )
    if (doing === 'begin')
      return withPassword(
        t('core.actions.next'),
        (current) => api.core.secondFactor.begin({ body: { current } }),
        ({ data }) => setDoing({ enrolment: data }),
      )
    if (doing === 'remove')
      return withPassword(
        t('core.second.switch_off'),
        (current) => api.core.secondFactor.remove({ body: { current } }),
        () => {
          done()
          refresh()
          toast.success(t('core.second.is_off'))
        },
      )
    if (doing === 'renew')
      return (
        <>
          <CodeForm
            submitLabel={t('core.second.renew')}
            onSubmit={(code) => api.core.secondFactor.codes({ body: { code } })}
            onSuccess={({ data }) => {
              setDoing({ codes: data.recovery_codes })
              refresh()
            }}
          />
          {cancel}
        </>
      )
    if (!own.on)
      return own.offered ? (
        <Box>
          <Button variant="outlined" onClick={() => setDoing('begin')}>
            {t('core.second.set_up')}
          </Button>
        </Box>
      ) : (
        <Alert severity="info">{t('core.second.not_offered')}</Alert>
      )
    return (
      <Stack sx={{ gap: 4 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <ToneChip tone="success" icon="success" label={t('core.second.is_on')} />
          <span>{t('core.second.codes_left', { count: own.codes_left })}</span>
        </Stack>
        {own.demanded && <Alert severity="info">{t('core.second.demanded')}</Alert>}
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <Button variant="outlined" onClick={() => setDoing('renew')}>
            {t('core.second.renew')}
          </Button>
          {!own.demanded && (
            <Button variant="outlined" color="inherit" onClick={() => setDoing('remove')}>
              {t('core.second.switch_off')}
            </Button>
          )}
        </Stack>
      </Stack>
    )
  }
  return (
    <Section title={t('core.profile.second')} text={t('core.profile.second_text')} anchor="second">
      {content()}
      {own?.offered && doing === null && <Passkeys onSetUpApp={own.on ? () => setDoing('begin') : null} />}
    </Section>
  )
}
