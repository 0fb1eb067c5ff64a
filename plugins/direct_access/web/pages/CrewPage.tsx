import { Alert, Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import {
  check,
  DayInput,
  ErrorState,
  Form,
  FormActions,
  Icon,
  LoadingState,
  PageHeader,
  SearchInput,
  Section,
  TextInput,
  ToneChip,
  usePeopleOptions,
} from '#web/ui'
import type { Crew, Way } from '../../server/services/crew.js'
import type { toShown } from '../../server/transformers/direct_access.js'
import { Checks } from '../components/Checks.js'

type Shown = ReturnType<typeof toShown>
const PARTICIPANTS = { role: 'leerling' } as const

/** /projecten/{id}/ploeg: which people of a crew meet all requirements of a project on a day, who lacks what, and where to get it. */
export default function CrewPage() {
  const { entrance = '' } = useParams()
  const query = useApiQuery(['direct_access', 'entrance', entrance], () =>
    request<{ data: Shown }>(`/api/direct_access/entrances/${encodeURIComponent(entrance)}`),
  )
  if (query.data) return <CheckCrew shown={query.data.data} />
  if (query.error) return <ErrorState asPage error={query.error} part="direct_access" onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={3} />
}

/** `yyyy-mm-dd` of tomorrow, by the reader's clock. */
function tomorrow(): string {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  return new Intl.DateTimeFormat('sv-SE').format(day)
}

interface Values {
  day: string | null
  members: string[]
  typed: string
}

function CheckCrew({ shown: { entrance, company_id: company } }: { shown: Shown }) {
  const t = useT()
  const people = usePeopleOptions(company, PARTICIPANTS)
  const [crew, setCrew] = useState<{ crew: Crew; day: string } | null>(null)
  const project = pagePath('direct_access.visits', { entrance: String(entrance.id) }) ?? ''
  return (
    <>
      <PageHeader
        title={t('direct_access.crew.title')}
        text={t('direct_access.crew.text', { project: entrance.name ?? '' })}
        trail={[
          { label: t('direct_access.projects.title'), to: pagePath('direct_access.projects') ?? '' },
          { label: entrance.name ?? '', to: project },
        ]}
      />
      <Stack sx={{ gap: 6, alignItems: 'stretch' }}>
        <Form<Values, { data: Crew }>
          part="direct_access"
          initialValues={{ day: tomorrow(), members: [], typed: '' }}
          validate={(values) => [check.required(values, 'day')]}
          onSubmit={async ({ day, members, typed }) => {
            const answer = await request<{ data: Crew }>(`/api/direct_access/entrances/${entrance.id}/crew`, {
              method: 'POST',
              body: { day, members: members.map(Number), typed },
            })
            setCrew({ crew: answer.data, day: day! })
            return answer
          }}
        >
          <DayInput name="day" label={t('direct_access.crew.day')} required />
          <TextInput
            name="typed"
            label={t('direct_access.crew.typed')}
            help={t('direct_access.crew.typed_help')}
            rows={4}
            maxLength={20_000}
          />
          <SearchInput name="members" label={t('direct_access.crew.members')} multiple {...people} />
          <FormActions submitLabel={t('direct_access.crew.submit')} />
        </Form>
        <Box role="status">{crew && <Outcome {...crew} />}</Box>
      </Stack>
    </>
  )
}

function Outcome({ crew: { people, unknown, several, ways, link }, day }: { crew: Crew; day: string }) {
  const t = useT()
  const format = useFormat()
  const ready = people.filter((one) => one.ready).length
  const uninstructed = people.filter(({ checks }) => checks.some(({ kind, ok }) => kind === 'instruction' && !ok)).length
  return (
    <Stack sx={{ gap: 6 }}>
      <Alert severity={ready === people.length && people.length > 0 ? 'success' : 'warning'}>
        {t('direct_access.crew.ready', { ready, total: people.length, day: format.day(day) ?? '' })}
      </Alert>
      {unknown.length > 0 && <Alert severity="info">{t('direct_access.crew.unknown', { names: format.list(unknown) })}</Alert>}
      {several.length > 0 && <Alert severity="info">{t('direct_access.crew.several', { names: format.list(several) })}</Alert>}
      {(ways.length > 0 || uninstructed > 0) && (
        <Section title={t('direct_access.crew.ways')}>
          <Stack sx={{ gap: 4 }}>
            {uninstructed > 0 && (
              <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
                <Typography sx={{ fontWeight: 600 }}>
                  {t('direct_access.crew.lack', { name: t('direct_access.check.instruction'), count: uninstructed })}
                </Typography>
                <Button variant="outlined" startIcon={<Icon name="qr" />} href={link} sx={{ minHeight: 44 }}>
                  {t('direct_access.crew.instruction')}
                </Button>
              </Stack>
            )}
            {ways.map((way) => (
              <WayLine key={way.skill} way={way} day={day} />
            ))}
          </Stack>
        </Section>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' } }}>
        {people.map(({ id, name, ready: isReady, checks }) => (
          <Paper
            key={id}
            variant="outlined"
            component="section"
            aria-label={name}
            sx={{ p: 4, display: 'grid', gap: 3, alignContent: 'start' }}
          >
            <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', alignItems: 'flex-start', flexWrap: 'wrap' }}>
              <Typography sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography>
              <ToneChip
                tone={isReady ? 'success' : 'error'}
                icon={isReady ? 'success' : 'error'}
                label={t(isReady ? 'direct_access.crew.is_ready' : 'direct_access.crew.lacks')}
              />
            </Stack>
            <Checks checks={checks} />
          </Paper>
        ))}
      </Box>
    </Stack>
  )
}

/** The path of the booking wizard with everything filled in. */
const wizard = (type: 'exam' | 'elearning', course: number, members: readonly number[], moment?: number) =>
  `/intern/booking?${new URLSearchParams({ training: String(course), type, people: members.join(','), ...(moment && { moment: String(moment) }) }).toString()}`

function WayLine({ way: { name, members, entered, seat, course }, day }: { way: Way; day: string }) {
  const t = useT()
  const format = useFormat()
  const count = members.length
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Typography sx={{ fontWeight: 600 }}>{t('direct_access.crew.lack', { name, count: count + entered.length })}</Typography>
      {entered.map((one) => (
        <Typography key={one.name}>{t('direct_access.crew.entered', { name: one.name, day: format.dateTime(one.at) ?? '' })}</Typography>
      ))}
      {seat && (
        <>
          <Typography>
            {t('direct_access.crew.seat', {
              course: seat.course_name,
              day: format.dateTime(seat.starts_at) ?? '',
              city: seat.city,
              seats: seat.seats_left,
            })}{' '}
            {seat.late && <strong>{t('direct_access.crew.late', { day: format.day(day) ?? '' })}</strong>}
          </Typography>
          <Button
            component={Link}
            variant="contained"
            to={wizard('exam', seat.course, members.slice(0, seat.seats_left), seat.moment)}
            sx={{ minHeight: 44 }}
          >
            {t('direct_access.crew.book_exam', { count: Math.min(count, seat.seats_left) })}
          </Button>
        </>
      )}
      {course && count > 0 && (
        <Button
          component={Link}
          variant={seat ? 'outlined' : 'contained'}
          to={wizard('elearning', course.id, members)}
          sx={{ minHeight: 44 }}
        >
          {t('direct_access.crew.book_course', { course: course.name, count })}
        </Button>
      )}
      {!seat && !course && entered.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('direct_access.crew.no_way')}</Typography>
      )}
    </Stack>
  )
}
