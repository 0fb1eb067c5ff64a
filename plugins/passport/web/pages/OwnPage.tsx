import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, type ApiError, queryClient, urlFor, useApiMutation, useApiQuery, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, PageHeader, QrCode, Section, useConfirm, useCopy, useFocusWhenGone, useToast } from '#web/ui'
import type { ShownPassport, toOwn } from '../../server/transformers.js'
import { PassportActions } from '../components/PassportActions.js'
import { PassportLines } from '../components/PassportLines.js'

type Own = ReturnType<typeof toOwn>
const KEY = ['passport', 'mine'] as const

/** /deelnemer/paspoort: the person's own safety passport, and the public page behind its QR code. */
export default function OwnPage() {
  const t = useT()
  const [language, choose] = useState<ShownPassport['language'] | null>(null)
  const query = useApiQuery([...KEY, language], () => api.passport.mine({ query: language ? { language } : {} }), { keepPrevious: true })
  const noteFocus = useFocusWhenGone()
  const passport = query.data?.data as Own | undefined
  return (
    <>
      <PageHeader title={t('passport.title')} text={t('passport.text')} />
      {query.error && <ErrorState error={query.error} part="passport" onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState count={6} />}
      {passport && (
        <Stack sx={{ gap: 5 }}>
          <Section title={t('passport.share.title')} text={t(passport.link ? 'passport.share.on' : 'passport.share.off')}>
            <Box onFocus={noteFocus}>
              <Share passport={passport} />
            </Box>
          </Section>
          <Section title={passport.person} text={passport.company}>
            <PassportActions
              passport={passport}
              pdf={`${urlFor.get('passport.mine_pdf').url}?language=${passport.language}`}
              onLanguage={choose}
            />
            <PassportLines passport={passport} />
          </Section>
        </Stack>
      )}
    </>
  )
}

function Share({ passport: { link, qr } }: { passport: Own }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const copy = useCopy()
  const { ofError } = useErrorText()
  const options = {
    onError: (error: ApiError) => toast.error(ofError(error, 'passport')),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  }
  const renew = useApiMutation((_: undefined) => api.passport.renew({}), options)
  const end = useApiMutation((_: undefined) => api.passport.end({}), options)
  const ask = async (what: 'renew' | 'end') => {
    const question = {
      title: t(`passport.share.${what}`),
      text: t(`passport.share.${what}_text`),
      confirmLabel: t(`passport.share.${what}`),
    }
    if (await confirm({ ...question, destructive: true })) (what === 'renew' ? renew : end).mutate(undefined)
  }
  if (!link || !qr)
    return (
      <Box>
        <Button variant="contained" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          {t('passport.share.start')}
        </Button>
      </Box>
    )
  return (
    <Stack sx={{ gap: 4 }}>
      <Box>
        <QrCode qr={qr} label={t('passport.share.qr')} width="min(220px, 60vw)" />
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
        {link}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => void copy(link)}>
          {t('passport.share.copy')}
        </Button>
        <Button variant="outlined" color="inherit" loading={renew.isPending} onClick={() => void ask('renew')}>
          {t('passport.share.renew')}
        </Button>
        <Button variant="outlined" color="error" loading={end.isPending} onClick={() => void ask('end')}>
          {t('passport.share.end')}
        </Button>
      </Stack>
    </Stack>
  )
}
