import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { CoursesOff, useMakesCourses } from './CoursesOff.js'
import { overviewPath } from './editor_paths.js'
import PoolTab from './PoolTab.js'

/** /trainingen/vragenpool: the questions of a course. */
export default function PoolPage() {
  const t = useT()
  const isOn = useMakesCourses()
  if (!isOn) return <CoursesOff title={t('learning.pool.title')} />
  return (
    <>
      <PageHeader
        title={t('learning.pool.title')}
        text={t('learning.pool.text')}
        trail={[{ label: t('learning.overview.title'), to: overviewPath() }]}
      />
      <PoolTab />
    </>
  )
}
