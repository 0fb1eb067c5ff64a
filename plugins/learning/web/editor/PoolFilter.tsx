import { useState } from 'react'
import type { PoolQuestion } from '#plugins/learning/server/editor/question_pool'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { QUESTION_EDITORS } from '../question_editors/index.js'
import { FilterBar } from './FilterBar.js'

export const poolKey = (course: number) => ['learning_editor', 'pool', course] as const

/** The questions of a course. */
export const usePool = (course: number) => useApiQuery(poolKey(course), () => api.learning.pool.index({ params: { course } }))

interface Filter {
  search: string
  setSearch: (search: string) => void
  type: string
  setType: (type: string) => void
}

/** The matching questions, by text and kind. */
export function usePoolFilter(questions: readonly PoolQuestion[] = []): Filter & { shown: PoolQuestion[] } {
  const [search, setSearch] = useState('')
  const [type, setType] = useState('')
  const words = search.trim().toLowerCase()
  const shown = questions.filter(
    (question) =>
      (!type || question.type === type) &&
      (!words || `${Object.values(question.text).join(' ')} ${question.key} ${question.tags.join(' ')}`.toLowerCase().includes(words)),
  )
  return { search, setSearch, type, setType, shown }
}

/** Its two fields. */
export function PoolFilter({ search, setSearch, type, setType }: Filter) {
  const t = useT()
  return (
    <FilterBar
      search={search}
      onSearch={setSearch}
      searchLabel={t('learning.pool.search')}
      choice={type}
      onChoose={setType}
      choiceLabel={t('learning.pool.type')}
      allLabel={t('learning.pool.all_types')}
      options={Object.keys(QUESTION_EDITORS).map((value) => ({ value, label: t(`learning.question.type_${value}`) }))}
    />
  )
}
