export interface LoginForm {
  username: string;
  password: string;
  keep: boolean;
  /** the signed response of a passkey, which replaces username and password */
  passkey?: string;
}

export interface RegisterForm extends LoginForm {
  email: string;
  confirmation: string;
  inviteCode: string;
  /** the agreed pages in the server's form, `terms:2,privacy:1`; absent: no page to agree to */
  agreed?: string;
  /** the age in years that the user states to have reached; absent: the server asks for no age */
  age?: number;
}

/** A problem in a field that the app finds before it sends the form. */
export type FormProblem =
  | 'nameRequired'
  | 'usernameRequired'
  | 'emailRequired'
  | 'passwordRequired'
  | 'passwordsDoNotMatch';
export type FormProblems = Partial<Record<keyof RegisterForm, FormProblem>>;

/** Spec section 5: required fields, checked before sending. */
export function problemsOfForm(form: LoginForm | RegisterForm): FormProblems {
  const problems: FormProblems = {};
  if (form.passkey) return problems;
  // a log-in accepts the email instead of the username
  const missing = 'email' in form ? 'usernameRequired' : 'nameRequired';
  if (form.username.trim() === '') problems.username = missing;
  if (form.password === '') problems.password = 'passwordRequired';
  if (!('email' in form)) return problems;
  if (form.email.trim() === '') problems.email = 'emailRequired';
  if (form.password !== form.confirmation) problems.confirmation = 'passwordsDoNotMatch';
  return problems;
}
