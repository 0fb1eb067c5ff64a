import { Button, Link, Paper, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { pagePath } from '#web/shell'
import { EmptyState, PageHeader, SidePanel, ToneChip, usePanelParam } from '#web/ui'
import type { CourseChoice, ManagedEntranceView } from '../../server/transformers/direct_access.js'
import { ChooseCompany } from '../components/ChooseCompany.js'
import { ProjectForm } from '../components/ProjectForm.js'
import { useNameOf } from '../words.js'

/** /projecten, and a tab of /administratie: the projects that require an instruction at their gate. */
export default function ProjectsPage({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const panel = usePanelParam('nieuw')
  const navigate = useNavigate()
  const add = () => panel.open('1')
  // An admin chooses the company first.
  const isAdmin = isAdminRole(useUser().user_role)
  const [params] = useSearchParams()
  const mayAdd = !isAdmin || params.has('id')
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('direct_access.projects.title')}
        text={t('direct_access.projects.text')}
        {...(mayAdd && { action: { label: t('direct_access.project.add'), icon: 'add' as const, onClick: add } })}
      />
      <ChooseCompany>
        {({ projects, courses, skills }, company) => (
          <>
            {projects.length === 0 ? (
              <EmptyState
                icon="building"
                title={t('direct_access.projects.empty')}
                text={t('direct_access.projects.empty_text')}
                action={
                  <Button variant="contained" onClick={add}>
                    {t('direct_access.project.add')}
                  </Button>
                }
              />
            ) : (
              <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
                {projects.map((project) => (
                  <li key={project.id}>
                    <ProjectCard project={project} courses={courses} />
                  </li>
                ))}
              </Stack>
            )}
            <SidePanel open={panel.value !== null} onClose={panel.close} title={t('direct_access.project.add')}>
              <ProjectForm
                project={null}
                company={company}
                courses={courses}
                skills={skills}
                onDone={({ id }) => void navigate(pagePath('direct_access.visits', { entrance: id }) ?? '')}
                onCancel={panel.close}
              />
            </SidePanel>
          </>
        )}
      </ChooseCompany>
    </>
  )
}

function ProjectCard({ project, courses }: { project: ManagedEntranceView; courses: readonly CourseChoice[] }) {
  const t = useT()
  const nameOf = useNameOf()
  const { id, name, is_open: isOpen, counts, valid_for: amount, valid_unit: unit } = project
  const course = courses.find((one) => one.id === project.course_ids[0])
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}>
        <Stack sx={{ gap: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            <Link
              component={RouterLink}
              to={pagePath('direct_access.visits', { entrance: id }) ?? ''}
              variant="h3"
              color="inherit"
              underline="hover"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {name}
            </Link>
            {!isOpen && <ToneChip tone="neutral" icon="lock" label={t('direct_access.closed')} />}
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[course && nameOf(course.name), t(`direct_access.project.valid_${unit}`, { count: amount ?? 0 })].filter(Boolean).join(' · ')}
          </Typography>
        </Stack>
        <Typography sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {t('direct_access.projects.counts', { done: counts.done, busy: counts.busy })}
        </Typography>
      </Stack>
    </Paper>
  )
}
