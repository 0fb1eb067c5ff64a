import { useState } from 'react'
import { useT } from '#web/i18n'
import { pagePath, usePageTitle } from '#web/shell'
import { EmptyState, PageHeader, useUrlParams } from '#web/ui'
import { CourseResults, useAsked } from '../components/CourseResults.js'
import { ShareDialog } from '../components/ShareDialog.js'
import { filesOf, useResults } from '../queries.js'
import { useWords } from '../use_words.js'

/** /tools/evaluations/view?course=<id>: the evaluation results of one course. */
export default function ViewPage() {
  const t = useT()
  const [params] = useUrlParams()
  const course = Number(params.get('course')) || null
  if (course === null) return <EmptyState asPage icon="feedback" title={t('evaluations.view.none')} />
  return <Course key={course} course={course} />
}

function Course({ course }: { course: number }) {
  const t = useT()
  const words = useWords()
  const { asked } = useAsked(course)
  const { data } = useResults(asked)
  const [sharing, setSharing] = useState(false)
  const title = data ? words(data.data.course.name) : t('evaluations.view.title')
  usePageTitle(data && title)
  return (
    <>
      <PageHeader
        title={title}
        trail={[{ label: t('evaluations.title'), to: pagePath('evaluations.list') ?? '/' }]}
        secondary={[{ label: t('evaluations.view.share'), icon: 'link', onClick: () => setSharing(true) }]}
        more={filesOf(asked, t)}
      />
      <CourseResults course={course} canTag />
      {sharing && <ShareDialog asked={asked} onClose={() => setSharing(false)} />}
    </>
  )
}
