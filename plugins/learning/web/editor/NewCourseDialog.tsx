import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useNavigate } from 'react-router'
import type { EditedCourseItem } from '#plugins/learning/server/transformers/editor_transformer'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, SearchInput, SelectInput, TextInput, check, useAskedClose } from '#web/ui'
import { keyOf, languageOptions, sectorOptions, typeOptions } from './course_words.js'
import { COURSES_KEY } from './draft_queries.js'
import { coursePath } from './editor_paths.js'

/** An empty course, or one with the content of another. */
export interface NewCourseOf {
  copyOf?: EditedCourseItem
}

interface NewCourse {
  name: string
  shortname: string
  sector: string
  type: string
  languages: string[]
}

/** Asks for the required fields of a course, before there is a draft of it. */
export function NewCourseDialog({ of: { copyOf }, onClose }: { of: NewCourseOf; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const create = async (values: NewCourse) => {
    const shortname = values.shortname || keyOf(values.name)
    if (copyOf) return api.learning.editor.duplicate({ params: { course: copyOf.id }, body: { shortname } })
    return api.learning.editor.create({ body: { ...values, shortname } as never })
  }
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="new-course">
      <DialogTitle id="new-course">{t(copyOf ? 'learning.overview.copy_title' : 'learning.overview.new')}</DialogTitle>
      <DialogContent>
        <Form<NewCourse, { data: { id: number } }>
          initialValues={{
            name: '',
            shortname: copyOf ? `${copyOf.shortname}-2` : '',
            sector: copyOf?.sector ?? '',
            type: 'e-learning',
            languages: ['nl'],
          }}
          part="learning"
          guard={false}
          validate={(values) =>
            copyOf
              ? [check.required(values, 'shortname')]
              : [check.required(values, 'name'), check.required(values, 'sector'), check.required(values, 'languages')]
          }
          onSubmit={create}
          onSuccess={({ data }) => {
            void queryClient.invalidateQueries({ queryKey: COURSES_KEY })
            void navigate(coursePath(data.id))
          }}
        >
          {({ values }) => (
            <>
              {!copyOf && <TextInput name="name" label={t('learning.editor.field.name')} required autoFocus maxLength={200} />}
              <TextInput
                name="shortname"
                label={t('learning.editor.field.shortname')}
                help={t('learning.editor.field.shortname_help')}
                required={Boolean(copyOf)}
                placeholder={values.name && keyOf(values.name)}
                maxLength={100}
              />
              {!copyOf && (
                <>
                  <SelectInput name="sector" label={t('learning.editor.field.sector')} options={sectorOptions(t)} required />
                  <SelectInput name="type" label={t('learning.editor.field.type')} options={typeOptions(t)} required />
                  <SearchInput
                    name="languages"
                    label={t('learning.editor.field.languages')}
                    help={t('learning.editor.field.languages_help')}
                    options={languageOptions}
                    multiple
                    required
                  />
                </>
              )}
              <FormActions submitLabel={t(copyOf ? 'learning.overview.copy' : 'learning.overview.create')} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}
