import { Alert, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { PageHeader, useUrlParams } from '#web/ui'
import { CourseList } from '../components/CourseList.js'
import { UnclearLessons } from '../components/UnclearLessons.js'
import { CourseResults, useAsked } from '../components/CourseResults.js'
import { filesOf, useResults } from '../queries.js'
import { useWords } from '../use_words.js'

/** /training/evaluaties: the evaluation results of a supervisor's own company; of one course with ?course=<id>. */
export default function OwnPage() {
  const t = useT()
  const [params] = useUrlParams()
  const course = Number(params.get('course')) || null
  const here = pagePath('evaluations.own') ?? '/'
  if (course !== null) return <Course key={course} course={course} back={here} />
  return (
    <>
      <PageHeader title={t('evaluations.title')} text={t('evaluations.text')} />
      <Stack sx={{ gap: 5 }}>
        <UnclearLessons />
        <CourseList pathOf={(id) => `${here}?course=${id}`} />
        <Alert severity="info">{t('evaluations.privacy')}</Alert>
      </Stack>
    </>
  )
}

function Course({ course, back }: { course: number; back: string }) {
  const t = useT()
  const words = useWords()
  const { asked } = useAsked(course)
  const { data } = useResults(asked)
  return (
    <>
      <PageHeader
        title={data ? words(data.data.course.name) : t('evaluations.view.title')}
        trail={[{ label: t('evaluations.title'), to: back }]}
        more={filesOf(asked, t)}
      />
      <CourseResults course={course} />
    </>
  )
}
