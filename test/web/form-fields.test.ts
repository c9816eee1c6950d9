import { expect } from 'chai';
import { SignUp } from '../../core/accounts/schema.js';
import { ListingSubmission } from '../../core/listings/schema.js';
import { formAttributes } from '../../server/web/form/form-fields.js';

describe('form fields', () => {
  it('have the very constraints of the schema', () => {
    expect(formAttributes(ListingSubmission, 'name').attributes).to.deep.equal({
      type: 'text',
      required: true,
      maxlength: 80,
    });
    expect(formAttributes(SignUp, 'password').attributes).to.deep.equal({
      type: 'password',
      required: true,
      minlength: 8,
      maxlength: 128,
    });
    expect(formAttributes(SignUp, 'email').attributes).to.include({ type: 'email', maxlength: 254 });
    expect(formAttributes(ListingSubmission, 'description')).to.include({ multiline: true, required: false });
    const pricing = formAttributes(ListingSubmission, 'pricing_model');
    expect(pricing.options).to.have.length(6);
    expect(formAttributes(ListingSubmission, 'categories')).to.include({ maxItems: 5 });
    expect(formAttributes(ListingSubmission, 'features').attributes.maxlength).to.equal(120);
  });

  it('of a name no schema has are a mistake', () => {
    expect(() => formAttributes(ListingSubmission, 'nmae')).to.throw('has no field nmae');
  });
});
