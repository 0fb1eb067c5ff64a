import { Box, Stack, Typography } from '@mui/material'
import type { Review } from '#plugins/proctoring/server/transformers/recording_transformer'
import { useFormat, useT } from '#web/i18n'
import { Section, ToneChip } from '#web/ui'

/** The participant's answers and the correct ones. */
export function Answers({ review }: { review: Review }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section
      title={t('proctoring.answers.title')}
      text={t('proctoring.answers.text', {
        right: review.right,
        total: review.counted,
        grade: format.percent(review.grade ?? 0),
        needed: format.percent(review.pass_percentage ?? 0),
      })}
    >
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {review.answers.map(({ position, text, given, right: answers, correct }) => (
          <Stack component="li" key={position} sx={{ gap: 1 }}>
            <Typography sx={{ fontWeight: 550 }}>{`${position}. ${text}`}</Typography>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              <ToneChip
                tone={correct ? 'success' : 'error'}
                icon={correct ? 'success' : 'error'}
                label={t(correct ? 'proctoring.answers.right' : 'proctoring.answers.wrong')}
              />
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {given.join(', ') || t('proctoring.answers.none')}
              </Box>
            </Stack>
            {!correct && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('proctoring.answers.should_be', { answer: answers.join(', ') })}
              </Typography>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
