/** A refusal in SCIM's format (RFC 7644, section 3.12). `detail` is English text for the administrator who sets the directory up. */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType?: 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget' | 'uniqueness',
    /** The affected attribute, where it matters. */
    readonly about?: string,
  ) {
    super(detail)
  }
}

export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const errorBody = ({ status, detail, scimType }: ScimError) => ({
  schemas: [ERROR],
  ...(scimType && { scimType }),
  detail,
  status: String(status),
})
