import { Stack, Typography } from '@mui/material'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, Section } from '#web/ui'
import { QuestionCards } from '../components/QuestionCards.js'
import { SecondAnswers } from '../components/SecondSection.js'
import { useWords } from '../use_words.js'

/** /evaluaties/{token}: results for people with a read-only link. */
export default function SharedPage() {
  const t = useT()
  const words = useWords()
  const format = useFormat()
  const { token = '' } = useParams()
  const { data, error, refetch } = useApiQuery(['evaluations', 'at', token], () => api.evaluations.at.show({ params: { token } }))
  if (error?.status === 404)
    return <EmptyState asPage icon="feedback" title={t('evaluations.shared.gone')} text={t('evaluations.shared.gone_text')} />
  if (error) return <ErrorState asPage error={error} part="evaluations" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={3} />
  const { results, made_at: made, expires_at: until } = data.data
  return (
    <VisitorFrame
      title={words(results.course.name)}
      text={t('evaluations.shared.text', { made: format.date(made), until: format.date(new Date(Date.parse(until) - 1)) })}
    >
      <Stack sx={{ gap: 5 }}>
        <Typography sx={{ fontWeight: 600 }}>{t('evaluations.responses', { count: results.responses })}</Typography>
        <QuestionCards results={results} />
        {Boolean(results.second?.length) && (
          <Section title={t('evaluations.later.title')} text={t('evaluations.later.text')}>
            <SecondAnswers results={results.second ?? []} />
          </Section>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('evaluations.privacy')}
        </Typography>
      </Stack>
    </VisitorFrame>
  )
}
