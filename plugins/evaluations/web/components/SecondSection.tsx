import { MenuItem, Stack, TextField, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { ChartFrame, Section, useToast } from '#web/ui'
import { type SecondResults, WEEKS } from '../../second.js'
import { useNumbers } from '../use_words.js'

interface SecondSectionProps {
  course: number
  /** Null: the course is not evaluated again. */
  weeks: number | null
  results: SecondResults[]
  canSet: boolean
}

/** The second evaluation next to the first answers; an admin sets after how many weeks people are asked. */
export function SecondSection({ course, weeks, results, canSet }: SecondSectionProps) {
  const t = useT()
  const toast = useToast()
  const save = useApiMutation((value: number | null) => api.evaluations.later.update({ body: { course, weeks: value } }), {
    refresh: [['evaluations']],
    onSuccess: () => toast.success(t('evaluations.later.saved')),
  })
  const answered = results.some(({ responses }) => responses > 0)
  if (!canSet && !weeks && !answered) return null
  return (
    <Section title={t('evaluations.later.title')} text={t('evaluations.later.text')}>
      {canSet && (
        <TextField
          select
          label={t('evaluations.later.when')}
          value={weeks ?? 0}
          disabled={save.isPending}
          onChange={(event) => save.mutate(Number(event.target.value) || null)}
          sx={{ maxWidth: 320 }}
        >
          <MenuItem value={0}>{t('evaluations.later.off')}</MenuItem>
          {WEEKS.map((number) => (
            <MenuItem key={number} value={number}>
              {t('evaluations.later.weeks', { weeks: number })}
            </MenuItem>
          ))}
        </TextField>
      )}
      <SecondAnswers results={results} />
    </Section>
  )
}

/** The answers, for each kind of person who was asked. */
export function SecondAnswers({ results }: { results: readonly SecondResults[] }) {
  return results.map((of) => <About key={of.about} of={of} />)
}

function About({ of: { about, responses, scales, remarks } }: { of: SecondResults }) {
  const t = useT()
  const { mean } = useNumbers()
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography variant="h3">{t(`evaluations.later.${about}`)}</Typography>
      {responses === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('evaluations.too_few')}</Typography>
      ) : (
        scales.map(({ key, answered, average, counts }) => {
          const title = t(`evaluations.later.${about}_${key}`)
          const facts = `${t('evaluations.average', { average: mean(average ?? 0) })} · ${t('evaluations.answered', { count: answered })}`
          return (
            <Stack key={key} sx={{ gap: 1 }}>
              <Typography sx={{ fontWeight: 550 }}>{title}</Typography>
              <Typography variant="body2">{facts}</Typography>
              <ChartFrame
                kind="bar"
                title={t('evaluations.chart.spread')}
                summary={t('evaluations.chart.spread_summary', { question: title, average: mean(average ?? 0), count: answered })}
                categories={counts.map((one) => one.key)}
                series={[{ label: t('evaluations.chart.count'), values: counts.map(({ count }) => count) }]}
                whole
                height={160}
              />
            </Stack>
          )
        })
      )}
      {remarks.length > 0 && (
        <Stack component="ul" sx={{ m: 0, pl: 5, gap: 1 }}>
          {remarks.map((remark, index) => (
            <Typography component="li" key={index} sx={{ whiteSpace: 'pre-line' }}>
              {remark}
            </Typography>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
