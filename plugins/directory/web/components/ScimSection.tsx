import { Alert, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { queryClient, request, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, FactList, LoadingState, Section, ToneChip, useConfirm, useCopy, useToast } from '#web/ui'
import { type ShownScim, pathOf, scimKey } from '../calls.js'

/** Provisioning from the company's directory: the address and token that it needs. */
export function ScimSection({ company, open }: { company: string; open: boolean }) {
  const t = useT()
  const toast = useToast()
  const copy = useCopy()
  const confirm = useConfirm()
  const format = useFormat()
  const [token, setToken] = useState<string | null>(null)
  const path = pathOf(company, 'scim')
  const query = useApiQuery(scimKey(company), () => request<{ data: ShownScim }>(path), { staleTime: 0 })
  const refresh = (answer: { data: ShownScim }) => queryClient.setQueryData(scimKey(company), answer)
  const make = useApiMutation(() => request<{ data: ShownScim & { token: string } }>(path, { method: 'POST', body: {} }), {
    onSuccess: (answer) => {
      refresh(answer)
      setToken(answer.data.token)
    },
  })
  const revoke = useApiMutation(() => request<{ data: ShownScim }>(path, { method: 'DELETE', body: {} }), {
    onSuccess: (answer) => {
      refresh(answer)
      setToken(null)
      toast.success(t('directory.scim.revoked'))
    },
  })
  const sure = (what: 'renew' | 'revoke') =>
    confirm({
      title: t(`directory.scim.${what}_title`),
      text: t(`directory.scim.${what}_text`),
      confirmLabel: t(`directory.scim.${what}`),
      destructive: true,
    })
  const shown = query.data?.data
  const isOn = Boolean(shown?.made_at)
  const content = () => {
    if (query.error) return <ErrorState error={query.error} part="directory" onRetry={() => void query.refetch()} />
    if (!shown) return <LoadingState count={1} />
    return (
      <>
        <FactList
          facts={[
            {
              label: t('directory.scim.address'),
              value: (
                <>
                  {shown.address}{' '}
                  <Button
                    size="small"
                    aria-label={`${t('directory.scim.copy')}: ${t('directory.scim.address')}`}
                    onClick={() => copy(shown.address)}
                  >
                    {t('directory.scim.copy')}
                  </Button>
                </>
              ),
            },
            { label: t('directory.scim.made_at'), value: shown.made_at && format.dateTime(shown.made_at) },
            { label: t('directory.scim.last_used_at'), value: shown.last_used_at && format.dateTime(shown.last_used_at) },
          ]}
        />
        {token && (
          <Alert severity="success" role="status">
            <Typography variant="body2">{t('directory.scim.once')}</Typography>
            <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', my: 2 }}>{token}</Typography>
            <Button size="small" color="inherit" onClick={() => copy(token)}>
              {t('directory.scim.copy')}
            </Button>
          </Alert>
        )}
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <Button
            variant="outlined"
            disabled={!open}
            loading={make.isPending}
            onClick={() => void (async () => (!isOn || (await sure('renew'))) && make.mutate(undefined))()}
          >
            {t(isOn ? 'directory.scim.renew' : 'directory.scim.make')}
          </Button>
          {isOn && (
            <Button color="inherit" onClick={() => void (async () => (await sure('revoke')) && revoke.mutate(undefined))()}>
              {t('directory.scim.revoke')}
            </Button>
          )}
        </Stack>
      </>
    )
  }
  return (
    <Section
      title={t('directory.scim.title')}
      text={t('directory.scim.text')}
      action={
        <ToneChip
          tone={isOn ? 'success' : 'neutral'}
          icon={isOn ? 'success' : 'blocked'}
          label={t(isOn ? 'directory.provider.on' : 'directory.provider.off')}
        />
      }
    >
      {content()}
    </Section>
  )
}
