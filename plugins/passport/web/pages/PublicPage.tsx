import { Paper, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import { VisitorFrame } from '#web/shell'
import { ErrorState, LoadingState } from '#web/ui'
import type { ShownPassport } from '../../server/transformers.js'
import { PassportActions } from '../components/PassportActions.js'
import { PassportLines } from '../components/PassportLines.js'

/** /paspoort/{token}: what is valid today, for a person who scans the QR code. */
export default function PublicPage() {
  const t = useT()
  const format = useFormat()
  const { token = '' } = useParams()
  const lang = useAtomValue(languageAtom)
  const [language, choose] = useState<ShownPassport['language']>(lang === 'nl' ? 'nl' : 'en')
  const query = useApiQuery(
    ['passport', 'public', token, language],
    () => api.passport.public({ params: { token }, query: { language } }),
    { keepPrevious: true },
  )
  if (query.error)
    return query.error.status === 404 ? (
      <VisitorFrame title={t('passport.none')} text={t('passport.none_text')} />
    ) : (
      <ErrorState asPage error={query.error} part="passport" onRetry={() => void query.refetch()} />
    )
  if (!query.data) return <LoadingState shape="page" count={3} />
  const passport = query.data.data as ShownPassport
  return (
    <VisitorFrame title={passport.person} text={`${passport.words.title} · ${passport.company}`}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Typography sx={{ fontWeight: 600, mb: 4 }} lang={passport.language}>
          {passport.words.valid_on.replace('{day}', format.day(passport.day) ?? '')}
        </Typography>
        <PassportActions passport={passport} pdf={null} onLanguage={choose} />
        <PassportLines passport={passport} />
      </Paper>
    </VisitorFrame>
  )
}
