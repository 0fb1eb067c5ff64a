import { Stack } from '@mui/material'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, RepeatedFields, Section, useToast } from '#web/ui'
import { emptyBlock, type LandingContent, LIMITS } from '../../blocks.js'
import type { LandingPageDetail } from '../../server/transformers/landing_page_transformer.js'
import { pagesChanged } from '../queries.js'
import { BlockFields } from './BlockFields.js'
import { TwoLanguages } from './TwoLanguages.js'

/** The texts of a page: those for search engines, and its blocks in order. */
export function PageForm({ page }: { page: LandingPageDetail }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<LandingContent, { data: LandingPageDetail }>
      part="landing_pages"
      draftKey={`landing_pages.${page.key}${page.company ? `.${page.company.id}` : ''}`}
      initialValues={page.content}
      version={page.updated_at}
      valuesOf={(current) => current as unknown as LandingContent}
      onSubmit={(values, { version }) =>
        api.landingPages.pages.update({
          params: { page: page.key },
          body: { ...values, company: page.company?.id ?? null, updated_at: version! },
        })
      }
      onSuccess={() => {
        toast.success(t('landing_pages.edit.saved'))
        pagesChanged()
      }}
    >
      {({ values }) => (
        <Stack sx={{ gap: 4 }}>
          <Section title={t('landing_pages.form.about')}>
            <Stack sx={{ gap: 3 }}>
              <TwoLanguages name="title" label={t('landing_pages.field.title')} maxLength={LIMITS.title} required />
              <TwoLanguages
                name="description"
                label={t('landing_pages.field.description')}
                maxLength={LIMITS.description}
                rows={3}
                required
              />
            </Stack>
          </Section>
          <Section title={t('landing_pages.form.blocks')}>
            <RepeatedFields
              name="blocks"
              label={t('landing_pages.form.blocks')}
              labelHidden
              itemLabel={(number) => {
                const type = values.blocks[number - 1]?.type
                const block = t('landing_pages.form.block', { number })
                return type ? `${block}: ${t(`landing_pages.type.${type}`)}` : block
              }}
              addLabel={t('landing_pages.form.add')}
              empty={{ ...emptyBlock('gains') }}
              max={LIMITS.blocks}
            >
              {(prefix, index) => <BlockFields prefix={prefix} type={values.blocks[index]?.type ?? 'gains'} />}
            </RepeatedFields>
          </Section>
          <FormActions sticky submitLabel={t('landing_pages.edit.save')} />
        </Stack>
      )}
    </Form>
  )
}
