import { useMemo } from 'react'
import { api, useApiQuery, withQuery } from '#web/api'
import { useHasMessage, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, useList } from '#web/ui'
import type { AuditEntry } from '../../core/audit/controllers/audit_controller.js'

const rowId = (row: AuditEntry) => row.id
const options = (all: { id: number; name: string }[] = []) => all.map(({ id, name }) => ({ value: String(id), label: name }))

export const words = () => ['tools', 'settings']

const areaOf = (reason: string) => reason.split('.', 1)[0]!

/** /tools/audit: who accessed data across companies, changed or erased something, and when. */
export default function AuditPage() {
  const t = useT()
  const hasMessage = useHasMessage()
  const offered = useApiQuery(['core', 'audit', 'choices'], () => api.core.audit.choices({}), { staleTime: 600_000 })
  const choices = useMemo(
    () => ({ company: options(offered.data?.data.companies), person: options(offered.data?.data.people) }),
    [offered.data],
  )
  const looks = useMemo<Record<string, ColumnLook<AuditEntry>>>(() => {
    // Acts of plugins are shown by their own name.
    const nameOf = (action: string) => {
      const key = `core.audit.action.${action.replaceAll('.', '_')}`
      return hasMessage(key) ? t(key) : action
    }
    // The plugin by its name. The stable code is a column of its own.
    const whereOf = (reason: string) => {
      const area = areaOf(reason)
      const key = [`core.audit.area.${area}`, `${area}.settings.about`].find((one) => hasMessage(one))
      return key ? t(key) : area
    }
    return {
      created_at: { minWidth: 160 },
      person: { value: (row) => row.person ?? t('core.audit.nobody'), minWidth: 150 },
      action: { value: (row) => nameOf(row.action), card: 'title', flex: 1.1, minWidth: 200 },
      area: { value: (row) => whereOf(row.reason), flex: 1.2, minWidth: 180 },
      reason: { minWidth: 180 },
      company: { value: (row) => row.company ?? '–', minWidth: 130 },
      details: { flex: 1.2, minWidth: 180 },
    }
  }, [t, hasMessage])
  const list = useList<AuditEntry>({
    id: 'core.audit',
    part: 'core',
    path: '/api/core/audit',
    load: (query) => api.core.audit.index(withQuery(query)),
    looks,
    choices,
  })
  return (
    <>
      <PageHeader title={t('core.audit.title')} text={t('core.audit.text')} />
      <DataTable<AuditEntry>
        {...list.table}
        label={t('core.audit.title')}
        rowId={rowId}
        searchLabel={t('core.audit.search')}
        empty={<EmptyState icon="checklist" title={t('core.audit.empty_title')} text={t('core.audit.empty_text')} />}
      />
    </>
  )
}
