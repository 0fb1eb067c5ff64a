import { can } from '#core/contract/access'
import { type CompanyRow, companiesSource } from '#core/kit/companies'
import { defineList } from '#core/kit/lists'

const STATUS = { active: 'companies.status.active', inactive: 'companies.status.inactive' }

const isOn = (row: CompanyRow, flag: string) => row.settings.companies?.[flag] === true

/** /admin/bedrijven: every company of the platform. */
export const companies = defineList({
  name: 'companies.companies',
  title: 'companies.list.title',
  access: can('companies.companies.view'),
  reach: 'admins',
  columns: [
    { key: 'name', kind: 'text', label: 'companies.field.name', value: (row: CompanyRow) => row.settings.core.name, sortable: true },
    { key: 'legal_name', kind: 'text', label: 'companies.field.legal_name', value: (row) => row.settings.core.legal_name, in: 'file' },
    { key: 'login_id', kind: 'text', label: 'companies.field.login_id', value: (row) => row.login_id, sortable: true },
    { key: 'street', kind: 'text', label: 'companies.field.street', value: (row) => row.settings.core.street, in: 'file' },
    { key: 'postal_code', kind: 'text', label: 'companies.field.postal_code', value: (row) => row.settings.core.postal_code, in: 'file' },
    { key: 'city', kind: 'text', label: 'companies.field.city', value: (row) => row.settings.core.city, sortable: true },
    { key: 'country', kind: 'text', label: 'companies.field.country', value: (row) => row.settings.core.country, in: 'file' },
    { key: 'participants', kind: 'number', label: 'companies.field.participants', value: (row) => row.participants, sortable: true },
    { key: 'status', kind: 'choice', label: 'companies.field.status', value: (row) => row.settings.core.status, choices: STATUS },
    { key: 'exam_provider', kind: 'flag', label: 'companies.field.exam_provider', value: (row) => isOn(row, 'exam_provider') },
    { key: 'sir_member', kind: 'flag', label: 'companies.field.sir_member', value: (row) => isOn(row, 'sir_member') },
    { key: 'catalogue_access', kind: 'flag', label: 'companies.column.catalogue_access', value: (row) => isOn(row, 'catalogue_access') },
    {
      key: 'registration_date',
      kind: 'day',
      label: 'companies.field.registration_date',
      value: (row) => row.created_at,
      sortable: true,
      visible: false,
    },
  ],
  filters: {
    status: { kind: 'choice', label: 'companies.field.status', choices: STATUS },
    exam_provider: { kind: 'flag', label: 'companies.field.exam_provider' },
    sir_member: { kind: 'flag', label: 'companies.field.sir_member' },
    catalogue_access: { kind: 'flag', label: 'companies.column.catalogue_access' },
  },
  source: companiesSource({
    status: 'core.status',
    exam_provider: 'companies.exam_provider',
    sir_member: 'companies.sir_member',
    catalogue_access: 'companies.catalogue_access',
  }),
  idOf: (row) => row.id,
  companyOf: (row) => row.id,
})
