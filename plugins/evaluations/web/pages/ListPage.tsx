import { Alert, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { PageHeader } from '#web/ui'
import { CourseList } from '../components/CourseList.js'
import { UnclearLessons } from '../components/UnclearLessons.js'

/** /tools/evaluations: every course with evaluation results. */
export default function ListPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('evaluations.title')} text={t('evaluations.text')} />
      <Stack sx={{ gap: 5 }}>
        <UnclearLessons />
        <CourseList pathOf={(course) => `${pagePath('evaluations.view') ?? '/'}?course=${course}`} />
        <Alert severity="info">{t('evaluations.privacy')}</Alert>
      </Stack>
    </>
  )
}
