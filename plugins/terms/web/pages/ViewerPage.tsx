import { Box, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { languageAtom, pageCompany } from '#web/session'
import { CompanyMark } from '#web/shell'
import { EmptyState, ErrorState, LanguagePicker, LoadingState } from '#web/ui'
import { TermsText } from '../components/TermsText.js'
import { readCurrent } from '../terms.js'

/** /terms/viewer/: the current terms of a company, public. `?company=` is its login id. */
export default function ViewerPage() {
  const t = useT()
  const format = useFormat()
  const lang = useAtomValue(languageAtom)
  const [params] = useSearchParams()
  const company = params.get('company') ?? pageCompany()
  const { data, error, refetch } = useApiQuery(['terms', 'current', company], () => readCurrent(company))
  if (error) return <ErrorState asPage error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={4} />
  const version = data.data
  return (
    <Stack sx={{ alignItems: 'center', px: 5, py: 8, gap: 6 }}>
      <CompanyMark height={40} />
      <Box sx={{ width: '100%', maxWidth: 720, display: 'grid', gap: 5 }}>
        <div>
          <Typography variant="h1" tabIndex={-1}>
            {t('terms.title')}
          </Typography>
          {version && (
            <Typography sx={{ color: 'text.secondary', mt: 1 }}>
              {t('terms.version_of', { number: version.number, date: format.longDate(version.published_at) })}
            </Typography>
          )}
        </div>
        {version ? (
          <TermsText version={version} lang={lang} />
        ) : (
          <EmptyState title={t('terms.none')} text={t('terms.none_text')} icon="check" />
        )}
      </Box>
      <LanguagePicker />
    </Stack>
  )
}
