import { fullName } from '#core/contract/full_name'
import { can } from '#core/contract/access'
import { MEMBER_STATE_WORDS } from '#core/contract/member_states'
import { defineAction, defineList } from '#core/kit/lists'
import { type MemberRow, memberNames, membersSource, setMemberStatus } from '#core/kit/people'
import { inviteAgainIn } from '#core/kit/registration'
import { participantsList } from '../../contract/index.js'
import type { WithCourses } from '../transformers/participant_transformer.js'

// A cancelled course stays visible but counts for nothing.
const OWN = `from people_courses p where p.company_id = m.company_id and p.membership_id = m.id and p.status <> 'cancelled'`
const WORK = 'from people_work w where w.company_id = m.company_id and w.membership_id = m.id'
/** The columns that this plugin adds to a member. */
export const COURSES = {
  personnel_number: `select w.personnel_number ${WORK}`,
  job_title: `select w.job_title ${WORK}`,
  manager: `select b.full_name from kit_members b where b.company_id = m.company_id and b.id = (select w.manager_id ${WORK})`,
  courses: `select count(*) ${OWN}`,
  passed: `select count(*) ${OWN} and p.status = 'passed'`,
}

const words = (kind: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `people.${kind}.${name}`]))
// The roles of a membership. Admins have none and are in no list of people.
const ROLE = words('role', ['leerling', 'beheerder', 'examinator', 'proctor'])

const manage = can('people.participants.manage')
const setStatus = (name: string, status: 'active' | 'inactive') => {
  const back = status === 'active' ? 'inactive' : 'active'
  return defineAction({
    name: `people.${name}`,
    label: `people.action.${name}`,
    confirm: `people.action.${name}_confirm`,
    destructive: status === 'inactive',
    access: manage,
    run: ({ id, trx, session }) => setMemberStatus(trx, { id, session, status }),
    undo: {
      label: `people.action.${back === 'active' ? 'activate' : 'deactivate'}`,
      run: ({ id, trx, session, kept }) => setMemberStatus(trx, { id, session, status: back, undoes: kept }),
    },
  })
}

type Row = WithCourses<MemberRow>

/** /deelnemers: a supervisor's own people; for an admin everybody. */
export const participants = defineList({
  name: participantsList.list,
  title: 'people.participants.title',
  access: can('people.participants.view'),
  columns: [
    { key: 'firstname', kind: 'text', label: 'people.column.firstname', value: (row: Row) => row.firstname, in: 'file' },
    { key: 'infix', kind: 'text', label: 'people.column.infix', value: (row) => row.infix, in: 'file' },
    { key: 'lastname', kind: 'text', label: 'people.column.lastname', value: (row) => row.lastname, in: 'file' },
    {
      key: 'name',
      kind: 'text',
      label: 'people.column.name',
      value: (row) => fullName(row),
      sortable: true,
      in: 'screen',
    },
    { key: 'email', kind: 'text', label: 'people.column.email', value: (row) => row.email, sortable: true },
    { key: 'company', kind: 'text', label: 'people.column.works_at', value: (row) => row.company_name, sortable: true },
    { key: 'role', kind: 'choice', label: 'people.column.role', value: (row) => row.role, choices: ROLE },
    { key: 'status', kind: 'choice', label: 'people.column.status', value: (row) => row.state, choices: MEMBER_STATE_WORDS },
    { key: 'registration_date', kind: 'day', label: 'people.column.registration_date', value: (row) => row.created_at, sortable: true },
    { key: 'last_seen', kind: 'day', label: 'people.column.last_seen', value: (row) => row.last_seen_at, sortable: true },
    { key: 'birthdate', kind: 'day', label: 'people.column.birthdate', value: (row) => row.birthdate, visible: false },
    {
      key: 'gender',
      kind: 'choice',
      label: 'people.column.gender',
      value: (row) => row.gender,
      choices: words('gender', ['male', 'female', 'unknown']),
      visible: false,
    },
    { key: 'language', kind: 'text', label: 'people.column.language', value: (row) => row.language, visible: false },
    // The share of their courses that they passed; the file has both numbers.
    { key: 'progress', kind: 'number', label: 'people.column.progress', value: (row) => row.progress, sortable: true, in: 'screen' },
    {
      key: 'personnel_number',
      kind: 'text',
      label: 'people.column.personnel_number',
      value: (row) => row.personnel_number,
      visible: false,
    },
    { key: 'job_title', kind: 'text', label: 'people.column.job_title', value: (row) => row.job_title, visible: false },
    { key: 'manager', kind: 'text', label: 'people.column.manager', value: (row) => row.manager, visible: false },
    { key: 'courses', kind: 'number', label: 'people.column.courses', value: (row) => row.courses, visible: false },
    { key: 'passed', kind: 'number', label: 'people.column.passed', value: (row) => row.passed, visible: false },
  ],
  filters: {
    role: { kind: 'choice', label: 'people.column.role', choices: ROLE },
    status: { kind: 'choice', label: 'people.column.status', choices: MEMBER_STATE_WORDS },
    registration_date: { kind: 'days', label: 'people.column.registration_date', column: 'm.created_at' },
    // Also `none`: invited and never signed in.
    last_seen: { kind: 'days', label: 'people.column.last_seen', column: 'm.last_seen_at' },
    // For an admin. A supervisor sees one company, whatever this filter says.
    company: { kind: 'id', label: 'people.column.works_at' },
  },
  source: membersSource<keyof typeof COURSES, Omit<Row, keyof MemberRow>>(COURSES),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: memberNames,
  actions: [
    defineAction({
      name: 'people.invite',
      label: 'people.action.invite',
      confirm: 'people.action.invite_confirm',
      access: manage,
      run: ({ id, trx, session }) => inviteAgainIn(trx, session, id),
    }),
    setStatus('activate', 'active'),
    setStatus('deactivate', 'inactive'),
  ],
})
