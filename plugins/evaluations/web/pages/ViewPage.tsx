import { useState } from 'react'
import { useT } from '#web/i18n'
import { pagePath, usePageTitle } from '#web/shell'
import { PageHeader, useUrlParams } from '#web/ui'
import { CourseList } from '../components/CourseList.js'
import { CourseResults, useAsked } from '../components/CourseResults.js'
import { ShareDialog } from '../components/ShareDialog.js'
import { filesOf, useResults } from '../queries.js'
import { useWords } from '../use_words.js'

const ofCourse = (course: number) => `${pagePath('evaluations.view') ?? '/'}?course=${course}`

/** /tools/evaluations/view?course=<id>: the evaluation results of one course; without one, a list to choose from. */
export default function ViewPage() {
  const t = useT()
  const [params] = useUrlParams()
  const course = Number(params.get('course')) || null
  if (course === null)
    return (
      <>
        <PageHeader
          title={t('evaluations.view.none')}
          trail={[{ label: t('evaluations.title'), to: pagePath('evaluations.list') ?? '/' }]}
        />
        <CourseList pathOf={ofCourse} />
      </>
    )
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
