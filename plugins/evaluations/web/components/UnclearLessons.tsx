import { Box, Button } from '@mui/material'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, Section } from '#web/ui'
import { useWords } from '../use_words.js'

const KEY = ['evaluations', 'unclear']

/** Lessons that participants reported as unclear, with what they wrote. Renders nothing if there are none. */
export function UnclearLessons() {
  const t = useT()
  const words = useWords()
  const format = useFormat()
  const { data } = useApiQuery(KEY, () => api.evaluations.unclear.index({}))
  const resolve = useApiMutation(
    ({ course, activity, last_id }: { course: number; activity: string; last_id: number }) =>
      api.evaluations.unclear.resolve({ body: { course, activity, last_id } }),
    { onSuccess: () => void queryClient.invalidateQueries({ queryKey: KEY }) },
  )
  if (!data?.data.length) return null
  return (
    <Section flush title={t('evaluations.unclear.list')} text={t('evaluations.unclear.list_text')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.data.map((lesson) => {
          const name = words(lesson.lesson_title)
          return (
            <ActionRow
              key={`${lesson.course}/${lesson.activity}`}
              framed
              name={name}
              lines={[
                `${words(lesson.course_name)} · ${t('evaluations.unclear.count', { count: lesson.count })}`,
                ...lesson.remarks.map(({ text, on }) => `${format.day(on)}: ${text}`),
              ]}
              action={
                <Button
                  variant="outlined"
                  color="inherit"
                  aria-label={t('evaluations.unclear.resolve_name', { name })}
                  onClick={() => resolve.mutate(lesson)}
                >
                  {t('evaluations.unclear.resolve')}
                </Button>
              }
            />
          )
        })}
      </Box>
    </Section>
  )
}
