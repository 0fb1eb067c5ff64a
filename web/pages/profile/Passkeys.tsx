import { Alert, Box, Button, Divider, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryClient, request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, ErrorState, FormActions, Icon, LoadingState, PlainForm, TextInput, useToast } from '#web/ui'
import { knowsPasskeys, makePasskey } from '../second/passkeys.js'
import { RecoveryCodes } from '../second/RecoveryCodes.js'

interface Passkey {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
  here: boolean
}
interface OwnPasskeys {
  available: boolean
  app: boolean
  passkeys: Passkey[]
}
const KEY = ['core', 'passkeys'] as const
const PATH = '/api/core/account/passkeys'

/**
 * Passkeys as a second step: several, each with a name. Part of the section about the second step.
 * @param onSetUpApp where the second step is on: adds an authenticator app
 */
export function Passkeys({ onSetUpApp }: { onSetUpApp: (() => void) | null }) {
  const t = useT()
  const toast = useToast()
  const query = useApiQuery(KEY, () => request<{ data: OwnPasskeys }>(PATH), { staleTime: 0 })
  const [doing, setDoing] = useState<'add' | { remove: Passkey } | { codes: string[] } | null>(null)
  const done = () => setDoing(null)
  const refresh = () => {
    for (const key of ['passkeys', 'second_factor', 'sessions']) void queryClient.invalidateQueries({ queryKey: ['core', key] })
  }
  const added = (codes: string[] | null) => {
    toast.success(t('core.second.passkey_added'))
    // Recovery codes are shown only once; the section is rendered again after they were saved.
    if (codes) return setDoing({ codes })
    done()
    refresh()
  }
  const own = query.data?.data
  const content = () => {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (!own) return <LoadingState count={1} />
    if (doing === 'add') return <AddPasskey onAdded={added} onCancel={done} />
    if (doing && 'codes' in doing)
      return (
        <RecoveryCodes
          codes={doing.codes}
          onDone={() => {
            done()
            refresh()
          }}
        />
      )
    if (doing)
      return (
        <RemovePasskey
          passkey={doing.remove}
          onCancel={done}
          onRemoved={() => {
            done()
            refresh()
            toast.success(t('core.second.passkey_removed'))
          }}
        />
      )
    return (
      <>
        {own.passkeys.length > 0 && <PasskeyList passkeys={own.passkeys} onRemove={(passkey) => setDoing({ remove: passkey })} />}
        {own.available && knowsPasskeys() ? (
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
            <Button variant="outlined" onClick={() => setDoing('add')}>
              {t('core.second.add_passkey')}
            </Button>
            {onSetUpApp && !own.app && (
              <Button color="inherit" onClick={onSetUpApp}>
                {t('core.second.set_up')}
              </Button>
            )}
          </Stack>
        ) : (
          <Alert severity="info">{t('core.second.no_passkeys')}</Alert>
        )}
      </>
    )
  }
  return (
    <>
      <Divider />
      <div>
        <Typography variant="h3">{t('core.second.passkeys')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {t('core.second.passkeys_text')}
        </Typography>
      </div>
      {content()}
    </>
  )
}

function PasskeyList({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <Box component="ul" aria-label={t('core.second.passkeys')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {passkeys.map((passkey) => (
        <Stack
          component="li"
          direction="row"
          key={passkey.id}
          sx={{ gap: 3, py: 2, alignItems: 'center', borderTop: '1px solid', borderColor: 'divider' }}
        >
          <Icon name="lock" />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{passkey.name}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {passkey.last_used_at
                ? t('core.second.passkey_used', { day: format.date(passkey.last_used_at) })
                : t('core.second.passkey_made', { day: format.date(passkey.created_at) })}
              {!passkey.here && ` · ${t('core.second.passkey_elsewhere')}`}
            </Typography>
          </Box>
          <Button color="inherit" aria-label={t('core.second.remove_passkey', { name: passkey.name })} onClick={() => onRemove(passkey)}>
            {t('core.actions.delete')}
          </Button>
        </Stack>
      ))}
    </Box>
  )
}

const withPassword = { current: '' }

function AddPasskey({ onAdded, onCancel }: { onAdded: (codes: string[] | null) => void; onCancel: () => void }) {
  const t = useT()
  return (
    <PlainForm<{ name: string; current: string }, { data: { recovery_codes: string[] | null } }>
      initialValues={{ ...withPassword, name: '' }}
      validate={(values) => [check.required(values, 'name'), check.required(values, 'current')]}
      onSubmit={async ({ name, current }) => {
        const { data } = await request<{ data: { token: string; options: PublicKeyCredentialCreationOptionsJSON } }>(PATH, {
          method: 'POST',
          body: { current },
        })
        const response = await makePasskey(data.options)
        return request(`${PATH}/confirm`, { method: 'POST', body: { token: data.token, name: name.trim(), response } })
      }}
      onSuccess={({ data }) => onAdded(data.recovery_codes)}
    >
      <TextInput
        name="name"
        label={t('core.second.passkey_name')}
        help={t('core.second.passkey_name_help')}
        maxLength={60}
        required
        autoFocus
        autoComplete="off"
      />
      <TextInput name="current" type="password" label={t('core.profile.password_yours')} autoComplete="current-password" required />
      <FormActions submitLabel={t('core.second.make_passkey')} onCancel={onCancel} />
    </PlainForm>
  )
}

function RemovePasskey({ passkey, onRemoved, onCancel }: { passkey: Passkey; onRemoved: () => void; onCancel: () => void }) {
  const t = useT()
  return (
    <PlainForm<{ current: string }, unknown>
      initialValues={withPassword}
      validate={(values) => [check.required(values, 'current')]}
      onSubmit={({ current }) => request(`${PATH}/${passkey.id}/remove`, { method: 'POST', body: { current } })}
      onSuccess={onRemoved}
    >
      <TextInput
        name="current"
        type="password"
        label={t('core.profile.password_yours')}
        autoComplete="current-password"
        required
        autoFocus
      />
      <FormActions submitLabel={t('core.second.remove_passkey', { name: passkey.name })} onCancel={onCancel} />
    </PlainForm>
  )
}
