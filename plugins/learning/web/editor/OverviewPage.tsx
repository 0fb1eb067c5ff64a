import { Box, Button, IconButton, Link, ListItemIcon, Menu, MenuItem, Paper, Stack, Tab, Tabs, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { nativeName } from '#core/contract/languages'
import { courseStatuses } from '#plugins/learning/contract/course_statuses'
import type { EditedCourseItem } from '#plugins/learning/server/transformers/editor_transformer'
import { urlFor } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { EmptyState, ErrorState, Icon, LoadingState, PageHeader, StatusChip, ToneChip } from '#web/ui'
import { sectorOptions } from './course_words.js'
import { nameOf } from './DraftPage.js'
import { useEditedCourses } from './draft_queries.js'
import { coursePath, poolPath } from './editor_paths.js'
import { FilterBar } from './FilterBar.js'
import { ImportDialog } from './ImportDialog.js'
import { NewCourseDialog, type NewCourseOf } from './NewCourseDialog.js'

/** /trainingen: the courses that this person edits, and what can be done with them. */
export default function OverviewPage() {
  const t = useT()
  const { data, error, isPending, refetch } = useEditedCourses()
  const [search, setSearch] = useState('')
  const [sector, setSector] = useState('')
  const [creating, setCreating] = useState<NewCourseOf | null>(null)
  const [importing, setImporting] = useState(false)
  const courses = data?.data ?? []
  const words = search.trim().toLowerCase()
  const shown = courses.filter(
    (course) =>
      (!sector || course.sector === sector) &&
      (!words || `${Object.values(course.name).join(' ')} ${course.shortname}`.toLowerCase().includes(words)),
  )
  return (
    <>
      <PageHeader
        title={t('learning.overview.title')}
        text={t('learning.overview.text')}
        action={{ label: t('learning.overview.new'), icon: 'add', onClick: () => setCreating({}) }}
        secondary={[{ label: t('learning.overview.import'), icon: 'upload', onClick: () => setImporting(true) }]}
      />
      <Tabs value="courses" aria-label={t('learning.overview.tabs')} sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}>
        <Tab value="courses" label={t('learning.overview.tab_courses')} />
        <Tab value="pool" label={t('learning.pool.title')} component={RouterLink} to={poolPath(courses[0]?.id ?? 0)} />
      </Tabs>
      {isPending && <LoadingState shape="rows" count={4} />}
      {error && <ErrorState error={error} part="learning" onRetry={() => void refetch()} />}
      {data && (
        <>
          <FilterBar
            search={search}
            onSearch={setSearch}
            searchLabel={t('learning.overview.search')}
            choice={sector}
            onChoose={setSector}
            choiceLabel={t('learning.editor.field.sector')}
            allLabel={t('learning.overview.all_sectors')}
            options={sectorOptions(t)}
          />
          <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
            {shown.map((course) => (
              <Box component="li" key={course.id}>
                <CourseRow course={course} onCopy={() => setCreating({ copyOf: course })} />
              </Box>
            ))}
          </Stack>
          {!shown.length && (
            <EmptyState
              icon="book"
              title={t(courses.length ? 'learning.overview.none_found' : 'learning.overview.empty')}
              text={t(courses.length ? 'learning.overview.none_found_text' : 'learning.overview.empty_text')}
            />
          )}
        </>
      )}
      {creating && <NewCourseDialog of={creating} onClose={() => setCreating(null)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function CourseRow({ course, onCopy }: { course: EditedCourseItem; onCopy: () => void }) {
  const t = useT()
  const format = useFormat()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const name = nameOf(course.name, course.languages, course.shortname)
  const close = () => setMenu(null)
  return (
    <Paper variant="outlined" sx={{ p: 4, display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <Stack sx={{ flex: 1, minWidth: 0, gap: 2 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Link component={RouterLink} to={coursePath(course.id)} sx={{ fontWeight: 600, fontSize: '1.0625rem', overflowWrap: 'anywhere' }}>
            {name}
          </Link>
          <StatusChip of={courseStatuses} status={course.status} />
          {course.draft_changed_at && (
            <ToneChip tone="info" icon="edit" label={t('learning.overview.draft', { when: format.dateTime(course.draft_changed_at) })} />
          )}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[
            t(`learning.sector.${course.sector}`),
            course.languages.map(nativeName).join(', '),
            course.version ? t('learning.overview.version', { number: course.version }) : t('learning.overview.no_version'),
            t('learning.overview.underway', { count: course.underway }),
          ].join(' · ')}
        </Typography>
      </Stack>
      <Button component={RouterLink} to={coursePath(course.id)} variant="outlined" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        {t('core.actions.edit')}
      </Button>
      <IconButton aria-label={t('learning.overview.more', { name })} aria-haspopup="menu" onClick={(event) => setMenu(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={menu} open={menu !== null} onClose={close}>
        <MenuItem component={RouterLink} to={poolPath(course.id)}>
          <ListItemIcon>
            <Icon name="questions" />
          </ListItemIcon>
          {t('learning.pool.title')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            onCopy()
          }}
        >
          <ListItemIcon>
            <Icon name="copy" />
          </ListItemIcon>
          {t('learning.overview.copy')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            download(urlFor.get('learning.editor.export', { course: course.id }).url)
          }}
        >
          <ListItemIcon>
            <Icon name="download" />
          </ListItemIcon>
          {t('learning.overview.export')}
        </MenuItem>
      </Menu>
    </Paper>
  )
}
