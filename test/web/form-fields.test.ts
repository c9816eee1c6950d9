import { expect } from 'chai';
import { SignUp } from '../../core/accounts/schema.js';
import { ListingSubmission } from '../../core/listings/schema.js';
import { readField } from '../../server/web/form/form-fields.js';

describe('form fields', () => {
  it('have the constraints of the schema', () => {
    expect(readField(ListingSubmission, 'name').attributes).to.deep.equal({
      type: 'text',
      required: true,
      maxlength: 80,
    });
    expect(readField(SignUp, 'password').attributes).to.deep.equal({
      type: 'password',
      required: true,
      minlength: 8,
      maxlength: 128,
    });
    expect(readField(SignUp, 'email').attributes).to.include({ type: 'email', maxlength: 254 });
    expect(readField(ListingSubmission, 'description')).to.include({ multiline: true, required: false });
    const pricing = readField(ListingSubmission, 'pricing_model');
    expect(pricing.options).to.have.length(6);
    expect(readField(ListingSubmission, 'categories')).to.include({ maxItems: 5 });
    expect(readField(ListingSubmission, 'features').attributes.maxlength).to.equal(120);
  });

  it('throw for a name that the schema does not have', () => {
    expect(() => readField(ListingSubmission, 'nmae')).to.throw('has no field nmae');
  });
});
