import { Box, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { ChartFrame, Progress, Section, ToneChip } from '#web/ui'
import type { EvaluationResults, QuestionResult } from '../../results.js'
import { useNumbers, useWords } from '../use_words.js'

/** Each question with its results; low scores come first. Open questions have a separate section. */
export function QuestionCards({ results }: { results: EvaluationResults }) {
  const closed = results.questions.filter(({ type }) => type !== 'open')
  const ordered = closed.toSorted((a, b) => Number(b.low) - Number(a.low))
  return (
    <Stack sx={{ gap: 5 }}>
      {ordered.map((question) => (
        <Question key={question.key} question={question} />
      ))}
    </Stack>
  )
}

function Question({ question }: { question: QuestionResult }) {
  const t = useT()
  const words = useWords()
  const { mean } = useNumbers()
  const { answered, average, hidden, low } = question
  const title = words(question.text)
  if (hidden)
    return (
      <Section title={title}>
        <Typography sx={{ color: 'text.secondary' }}>{t('evaluations.too_few')}</Typography>
      </Section>
    )
  const facts = [average !== null && t('evaluations.average', { average: mean(average) }), t('evaluations.answered', { count: answered })]
  return (
    <Section
      title={title}
      text={facts.filter(Boolean).join(' · ')}
      action={low && <ToneChip tone="warning" icon="warning" label={t('evaluations.low')} />}
    >
      {question.type === 'choice' ? (
        <Choices question={question} />
      ) : (
        <Box
          sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: question.trend.length > 1 ? '1fr 1fr' : '1fr' } }}
        >
          <Spread question={question} title={title} />
          {question.trend.length > 1 && <Trend question={question} title={title} />}
        </Box>
      )}
    </Section>
  )
}

function Spread({ question: { counts, average, answered }, title }: { question: QuestionResult; title: string }) {
  const t = useT()
  const { mean } = useNumbers()
  return (
    <ChartFrame
      kind="bar"
      title={t('evaluations.chart.spread')}
      summary={t('evaluations.chart.spread_summary', { question: title, average: mean(average ?? 0), count: answered })}
      categories={counts.map(({ key }) => key)}
      series={[{ label: t('evaluations.chart.count'), values: counts.map(({ count }) => count) }]}
      whole
      height={200}
    />
  )
}

/** The number of times that each answer was chosen. */
function Choices({ question: { counts, answered } }: { question: QuestionResult }) {
  const t = useT()
  const words = useWords()
  const format = useFormat()
  return (
    <Stack sx={{ gap: 3 }}>
      {counts.map(({ key, text, count }) => {
        const share = (100 * count) / answered
        return (
          <Progress
            key={key}
            value={share}
            label={text ? words(text) : key}
            text={t('evaluations.chart.chosen', { count: format.number(count), share: format.percent(Math.round(share)) })}
          />
        )
      })}
    </Stack>
  )
}

function Trend({ question: { trend }, title }: { question: QuestionResult; title: string }) {
  const t = useT()
  const { mean, short } = useNumbers()
  const points = trend.flatMap(({ average }) => average ?? [])
  return (
    <ChartFrame
      kind="line"
      title={t('evaluations.chart.trend')}
      summary={t('evaluations.chart.trend_summary', { question: title, first: mean(points[0] ?? 0), last: mean(points.at(-1) ?? 0) })}
      categories={trend.map(({ quarter }) => short(quarter))}
      series={[{ label: t('evaluations.chart.average'), values: trend.map(({ average }) => average) }]}
      format={mean}
      height={200}
    />
  )
}
