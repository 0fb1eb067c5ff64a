import { api, request, requestFile, useApiQuery, useErrorText } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import type { TaskView } from '#core/contract/tasks'
import { downloadFile, useTaskStarted, useToast } from '#web/ui'
import type { ReportDefinition, ReportResult, SourceFacts } from '../../contract/definition.js'
import type { SavedReport } from '../../server/transformers/report_transformer.js'

/** Loads the messages of a source's plugin, and of the plugins of its options. */
async function wordsOf(labels: readonly string[]): Promise<void> {
  await loadMessages(...labels.map((label) => label.split('.')[0]!))
}

/** The sources this person may report on. */
export const useSources = () =>
  useApiQuery(
    ['reports', 'sources'],
    async () => {
      const { data } = await api.reports.reports.sources({})
      await wordsOf(
        data.flatMap(({ label, columns }) => [
          label,
          ...columns.flatMap((column) => [column.label, ...Object.values(column.choices ?? {})]),
        ]),
      )
      return data as SourceFacts[]
    },
    { staleTime: 600_000 },
  )

/** A page of a report, loaded whenever the definition changes; the previous one stays visible meanwhile. */
export const useResult = (definition: ReportDefinition | null, page = 1) =>
  useApiQuery(
    ['reports', 'result', definition, page],
    async () => {
      const { data } = await request<{ data: ReportResult }>('/api/reports/preview', { method: 'POST', body: { definition, page } })
      await wordsOf(data.columns.flatMap(({ label, choices }) => [label, ...Object.values(choices ?? {})]))
      return data
    },
    { enabled: definition !== null, keepPrevious: true, staleTime: 10_000 },
  )

export type ReportFormat = 'xlsx' | 'csv' | 'pdf'

/** Downloads a report: directly when it is short, else by a task whose file appears in the tray. */
export function useDownload() {
  const t = useT()
  const toast = useToast()
  const started = useTaskStarted()
  const { ofError } = useErrorText()
  return async (definition: ReportDefinition, name: string, format: ReportFormat) => {
    try {
      const got = await requestFile<{ data: TaskView }>('/api/reports/file', {
        definition,
        name: name.trim() || t('reports.builder.unnamed'),
        format,
      })
      if ('file' in got) downloadFile(got.name, got.file)
      else started(got.answer.data)
    } catch (error) {
      toast.error(ofError(error, 'reports'))
    }
  }
}

/** Saves a report; creates it without an id. */
export const saveReport = (id: number | null, body: { name: string; shared: boolean; definition: ReportDefinition }) =>
  request<{ data: SavedReport }>(id ? `/api/reports/reports/${id}` : '/api/reports/reports', { method: id ? 'PUT' : 'POST', body })
